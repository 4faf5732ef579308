/** The two ways to do a write. Pure. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Database, Db, Tx } from "../postgres/database.ts";

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

/** The same way, with another answer that takes reads: in the transaction of the write where there is one, else after it. */
export function answeredAfter<Value, Answer>(
  way: Way<Value>,
  database: Pick<Database, "read">,
  answer: (value: Value, db: Db) => Promise<Answer>,
): Way<Answer> {
  return way.kind === "transaction"
    ? { ...way, run: async (tx: Tx) => answer(await way.run(tx), tx) }
    : { ...way, run: async (id: Id<"opn">) => answer(await way.run(id), database.read) };
}

/** The same way, if `check` allows the work when it is to begin; it is given the operation where there is one. */
export function onceAllowed<Value, Why extends Refusal>(
  way: Way<Value>,
  check: (operationId?: Id<"opn">) => Promise<Done | Why>,
): Way<Value | Why> {
  const after = async (allowed: Done | Why, run: () => Promise<Value>): Promise<Value | Why> =>
    isRefusal(allowed) ? allowed : run();
  return way.kind === "transaction"
    ? { ...way, run: async (tx: Tx) => after(await check(), () => way.run(tx)) }
    : { ...way, run: async (id: Id<"opn">) => after(await check(id), () => way.run(id)) };
}

/** The way of a call that is answered before any work. */
export function answeredAtOnce<Answer>(answer: Answer): Way<Answer> {
  return { kind: "transaction", run: async () => answer };
}
