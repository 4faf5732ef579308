/** The negative control: the checks must notice a claim that was deleted without the service. */
import { compareAll } from "./agreement.ts";
import { followRepairs } from "./booking-acts.ts";
import { bookByPhone } from "./desk-acts.ts";
import type { House } from "./house.ts";
import { minuteMs } from "./restaurant.ts";

/** Books one more party, deletes its claim, and compares again; answers what was not noticed. */
export async function proveNoticed(
  house: House,
  evening: { readonly from: number; readonly until: number },
  say: (line: string) => void,
): Promise<string[]> {
  const startsAt = Math.ceil(house.tick() / (15 * minuteMs)) * 15 * minuteMs;
  const party = await bookByPhone(house, house.hosts[0], 2, startsAt, ["hours", "lead_time"]);
  await followRepairs(house);
  if (party === undefined) return ["the party of the negative control could not book"];
  const before = await compareAll(house, evening);
  if (before.disagreements.length > 0)
    return before.disagreements.map((text) => `before the negative control: ${text}`);
  await house.partner.service.database.transaction((tx) =>
    tx.rows("DELETE FROM claims WHERE owner_id = $1", [party.id]),
  );
  // The floor is drawn anew after 15 seconds.
  await house.goTo(house.tick() + minuteMs);
  const { disagreements } = await compareAll(house, evening);
  const names = new Set(disagreements.map((text) => text.split(":")[0]));
  say(`negative control: without the claim of ${party.id} ${[...names].join(", ") || "NOBODY"} disagree`);
  return ["the claims", "the floor", "the partner's floor"].flatMap((name) =>
    names.has(name) ? [] : [`the negative control: ${name} does not notice`],
  );
}
