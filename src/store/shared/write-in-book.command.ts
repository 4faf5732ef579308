/**
 * A guest's write in the book of a restaurant, native or provider. In our own book the write is one transaction. At a
 * provider it is one operation for each request, however often the form is sent, and after a crash the jobs of bookings
 * continue it. Called by the pages of guests; programs use the routes.
 */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Way } from "../../platform/http/way.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { Overloaded } from "../../platform/postgres/faults.ts";
import { operationOf } from "./guest-request.ts";

/** Writes as the book wants it; `provider_unreachable` says that the same form may be sent again. */
export async function writeInBook<Value>(
  database: Database,
  way: Way<Value | Refusal>,
  requestToken: string,
): Promise<Value | Refusal> {
  if (way.kind === "staged") return askProvider(way.run, requestToken);
  const { run, permit } = way;
  const releasePermit = await permit?.();
  try {
    return await database.transaction((tx: Tx) => run(tx));
  } finally {
    releasePermit?.();
  }
}

async function askProvider<Value>(
  run: Extract<Way<Value | Refusal>, { kind: "staged" }>["run"],
  requestToken: string,
): Promise<Value | Refusal> {
  const operationId = operationOf(requestToken);
  if (operationId === undefined) throw new Error("a form was sent without a token of its request");
  try {
    return await run(operationId);
  } catch (error) {
    if (!(error instanceof Overloaded)) throw error;
    return refuse("provider_unreachable", "the restaurant's booking system cannot be asked now");
  }
}

/** Whether the provider has yet to answer this very request: its page shows the answer. */
export function isUnanswered({ code, details }: Refusal, requestToken: string): boolean {
  return code === "operation_in_progress" && details?.["operation_id"] === operationOf(requestToken);
}
