/**
 * One transaction on one connection: BEGIN travels with the first statement, sends are checked at the COMMIT.
 *
 * Guarantees: a COMMIT whose answer did not come is `OutcomeUnknown` and is never cancelled; `loss` says why the
 * connection may not be used again.
 */
import type pg from "pg";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Wakeups, WakeupChannel } from "../jobs/wakeups.ts";
import type { Answered } from "./answers/statement-run.ts";
import { timed, type AskedQuery, type Connection } from "./connection.ts";
import type { Statement } from "./statement.ts";
import type { TextTx, Tx } from "./tx.ts";
import { asFault, breaksConnection, DeadlineMissed, isConnectionLoss, OutcomeUnknown, sqlStateOf } from "./faults.ts";
import { reader, toQuery, type ReadDatabase } from "./reader.ts";

export interface SessionOptions extends ReadDatabase {
  /** The statements that begin the transaction. */
  readonly begin: readonly pg.QueryConfig[];
  readonly commitMs: number;
}

/**
 * SQLSTATEs of a warning at the COMMIT: the server was told to wait no longer for a standby (01000), or ends (57P01). Its
 * words depend on the language of the server. No statement of ours gives another warning.
 */
const saysUnsure = /^(01|57)/;

/** The open transaction of a connection. */
export class Session {
  readonly tx: TextTx;
  /** The failure after which the connection must be destroyed. */
  loss: unknown;
  readonly afterRefusal: ((tx: Tx) => Promise<void>)[] = [];
  readonly #connection: Connection;
  readonly #commitMs: number;
  readonly #sent: Promise<unknown>[] = [];
  readonly #last: (() => void)[] = [];
  readonly #actions: (() => void)[] = [];
  readonly #channels = new Set<WakeupChannel>();
  #ended = false;
  #savepoints = 0;

  constructor(connection: Connection, { livemode, url, memories, begin, commitMs }: SessionOptions) {
    this.#connection = connection;
    this.#commitMs = commitMs;
    for (const query of begin) this.#sent.push(this.#query(query));
    const query = reader({ livemode, url, memories }, async (statement, values, limitMs) => {
      this.#assertOpen();
      const asked = toQuery(statement, values);
      const result = await this.#query(limitMs === undefined ? asked : timed(limitMs, asked));
      return result.rows;
    });
    this.tx = {
      ...query,
      send: (statement: Statement | string, values?: readonly unknown[]) => {
        this.#assertOpen();
        this.#send(statement, values);
      },
      beforeCommit: (send: () => void) => void this.#last.push(send),
      afterCommit: (action: () => void) => void this.#actions.push(action),
      afterRefusal: (record: (tx: Tx) => Promise<void>) => void this.afterRefusal.push(record),
      wake: (channel: WakeupChannel) => void this.#channels.add(channel),
      nested: (work: () => Promise<unknown>) => this.#nested(work),
    } as TextTx;
  }

  /** Ends the transaction from outside: its connection is destroyed, and whatever waits for the connection fails. */
  cut(fault: DeadlineMissed): void {
    this.loss ??= fault;
    this.#connection.destroy();
  }

  async commit(wakeups: Wakeups): Promise<void> {
    for (const send of this.#last) send();
    this.#ended = true;
    let standbyUnsure = false;
    const onNotice = ({ code = "" }: { readonly code?: string | undefined }): void => {
      if (saysUnsure.test(code)) standbyUnsure = true;
    };
    this.#connection.on("notice", onNotice);
    const committed = this.#query(timed(this.#commitMs, { text: "COMMIT" }));
    const [outcome, ...writes] = await Promise.allSettled([committed, ...this.#sent]);
    this.#connection.off("notice", onNotice);
    const failed = writes.filter((write) => write.status === "rejected").map((write): unknown => write.reason);
    // The server's own refusal of a write rolls the transaction back, whatever became of the connection.
    const refused = failed.find((reason) => sqlStateOf(reason) !== undefined && !breaksConnection(reason));
    if (refused !== undefined) throw refused;
    if (outcome.status === "rejected") {
      const state = sqlStateOf(outcome.reason);
      // A refused COMMIT with an ordinary SQLSTATE (a deferred constraint, say) is a plain roll-back.
      if (state !== undefined && !state.startsWith("57") && !breaksConnection(outcome.reason)) throw outcome.reason;
      this.loss ??= outcome.reason;
      throw new OutcomeUnknown("the connection was lost during COMMIT", { cause: outcome.reason });
    }
    const [lost] = failed;
    if (lost !== undefined) throw lost;
    if (standbyUnsure) throw new OutcomeUnknown("the standby did not confirm the COMMIT");
    if (outcome.value.command !== "COMMIT") throw new Error("the transaction was rolled back by the database");
    for (const action of this.#actions) action();
    for (const channel of this.#channels) wakeups.wake(channel);
  }

  /** Ends the transaction without effect; answers the first failure when `error` only says that one came before. */
  async rollback(error?: unknown): Promise<unknown> {
    if (this.#ended) return error;
    this.#ended = true;
    if (this.loss !== undefined) return error;
    const [ended, ...sent] = await Promise.allSettled([this.#query({ text: "ROLLBACK" }), ...this.#sent]);
    if (ended.status === "rejected") this.loss ??= ended.reason;
    if (sqlStateOf(error) !== "25P02") return error;
    const first = sent.find((write) => write.status === "rejected");
    return first === undefined ? error : first.reason;
  }

  /** What a failure of the transaction is to its caller: a lost connection is the cause of all that failed after it. */
  faultOf(error: unknown): unknown {
    if (error instanceof OutcomeUnknown) return error;
    if (this.loss instanceof DeadlineMissed) return this.loss;
    return asFault(this.loss !== undefined && isConnectionLoss(this.loss) ? this.loss : error);
  }

  #assertOpen(): void {
    if (this.#ended) throw new Error("the transaction has ended");
  }

  #query(query: AskedQuery): Promise<Answered> {
    const answered = this.#connection.ask(query);
    answered.catch((error: unknown) => {
      if (breaksConnection(error)) this.loss ??= error;
    });
    return answered;
  }

  #send(statement: Statement | string, values?: readonly unknown[]): void {
    // A failure is looked at when the transaction ends; `#query` keeps it from being unhandled until then.
    this.#sent.push(this.#query(toQuery(statement, values)));
  }

  async #nested<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`;
    this.#send(`SAVEPOINT ${name}`);
    const [last, actions] = [this.#last.length, this.#actions.length];
    const value = await work();
    if (isRefusal(value)) {
      this.#send(`ROLLBACK TO SAVEPOINT ${name}`);
      this.#last.length = last;
      this.#actions.length = actions;
    }
    return value;
  }
}
