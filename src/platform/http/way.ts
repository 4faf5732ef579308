/** The two ways in which a write is done. Pure. */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../postgres/database.ts";

/**
 * How a write is done: in the one transaction that also stores its idempotent answer, after its permit where it has one; or
 * in stages, which may go over the network and may run twice at once.
 */
export type Way<Answer> =
  | {
      readonly kind: "transaction";
      readonly run: (tx: Tx) => Promise<Answer>;
      readonly permit?: () => Promise<() => void>;
    }
  | { readonly kind: "staged"; readonly run: (operationId: Id<"opn">) => Promise<Answer> };

/** The same way, with another answer. */
export function answeredBy<Value, Answer>(way: Way<Value>, answer: (value: Value) => Answer): Way<Answer> {
  return way.kind === "transaction"
    ? { ...way, run: async (tx: Tx) => answer(await way.run(tx)) }
    : { ...way, run: async (id: Id<"opn">) => answer(await way.run(id)) };
}
