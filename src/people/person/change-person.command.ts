/** The changes that people make to themselves. */
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { updatePerson, type Person } from "./persons.sql.ts";

/** Changes the name or the language; what is absent stays. */
export async function changePerson(
  tx: Tx,
  id: Id<"per">,
  wanted: { readonly name?: string | undefined; readonly language?: GuestLanguage | undefined },
): Promise<Person | Refusal<"not_found">> {
  return (await updatePerson(tx, id, wanted)) ?? refuse("not_found", `there is no person ${id}`);
}
