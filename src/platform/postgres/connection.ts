/**
 * One connection to PostgreSQL that never waits for ever. Opening, checking and closing have deadlines. `destroy` closes
 * the socket without telling the other side, which may be gone.
 */
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import pg from "pg";
import type { Deadlines } from "./deadlines.ts";
import { createRowShapes, type RowShape, type RowShapes } from "./answers/row-shapes.cache.ts";
import { StatementRun, type Answered, type StatementQuery } from "./answers/statement-run.ts";
import { connectionConfig } from "./connection-config.ts";
import type { HostAddress } from "./hosts/database-address.ts";
import { DeadlineMissed, HostUnusable, sqlStateOf } from "./faults.ts";
import type { PrimarySearch } from "./hosts/primary-search.ts";
import { beginSpan } from "../tracing/span.ts";
import {
  checkQuery,
  judgeSession,
  WrongSession,
  type ClockReading,
  type ServerRole,
  type SessionState,
} from "./session-check.ts";

/**
 * Where the network is silent and nothing is on the way, the kernel notices after 5 + 3 x 2 seconds. While bytes are on
 * the way it sends no probes, and only our own deadlines notice.
 */
const keepAlive = { enable: true, initialDelay: 5_000, interval: 2_000, count: 3 };

/** A statement; without `withinMs` its answer is waited for as long as the deadlines say. */
export type AskedQuery = StatementQuery & { readonly withinMs?: number };

/** What a connection needs to know. */
export interface ConnectionOptions {
  readonly applicationName: string;
  readonly deadlines: Deadlines;
  /** Says which host is tried, and is told what became of it. */
  readonly search: PrimarySearch;
  /** What the server must be; `primary` when absent. */
  readonly role?: ServerRole;
  /** Shared by the connections of a pool; its own when absent. */
  readonly shapes?: RowShapes;
}

/** A connection of `pg` with a deadline for each step; statements bring their own. */
export class Connection extends pg.Client {
  /** Where it leads. */
  readonly hostAddress: HostAddress;
  /** The last moment (`performance.now`) at which the server is known to have answered. */
  heardAt = performance.now();
  /** The process of the server behind this session, once it was checked. */
  serverPid = 0;
  #waiting = 0;
  #askedAt = 0;
  #isGathering = false;
  readonly #socket: Socket;
  readonly #deadlines: Deadlines;
  readonly #search: PrimarySearch;
  readonly #role: ServerRole;
  readonly #shapes: RowShapes;
  /** The rows of the statements that this connection has run, by their names. */
  readonly #described = new Map<string, RowShape>();

  constructor({ applicationName, deadlines, search, role = "primary", shapes }: ConnectionOptions) {
    const socket = new Socket();
    socket.once("connect", () => socket.setKeepAlive(keepAlive));
    const host = search.next();
    super({
      ...connectionConfig(host, applicationName),
      connectionTimeoutMillis: deadlines.connectMs,
      stream: () => socket,
    });
    this.hostAddress = host;
    this.#socket = socket;
    this.#deadlines = deadlines;
    this.#search = search;
    this.#role = role;
    this.#shapes = shapes ?? createRowShapes();
    // Statements fail by themselves; without a listener a lost connection would end the process.
    this.on("error", () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  /** Opens the connection; a host that cannot be reached in time is passed over by the next one. */
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
    if (callback === undefined)
      return super.connect().catch((error: unknown) => {
        throw this.#passOver(error);
      });
    // `pg` says null when all went well, whatever its types say.
    super.connect((error: Error | null) => callback(error === null ? null : this.#passOver(error)));
  }

  /** The process that the other side named when the connection was opened: PostgreSQL its own, a pooler a number it made up. */
  get announcedPid(): number | undefined {
    const pid: unknown = Reflect.get(this, "processID");
    return typeof pid === "number" ? pid : undefined;
  }

  /** Sets the session and checks it; throws `WrongSession` when it is not as it must be. */
  async check(onClock?: (reading: ClockReading) => void): Promise<void> {
    let timeline: number | undefined;
    try {
      timeline = await this.#check(onClock);
    } catch (error) {
      throw this.#passOver(error);
    }
    this.#search.found(this.hostAddress, timeline);
  }

  /** Answers the timeline that the server writes, where it was asked. */
  async #check(onClock?: (reading: ClockReading) => void): Promise<number | undefined> {
    const isKept = !this.#search.sessions.changeByTransaction;
    const asksTimeline = this.#search.count > 1 && this.#role === "primary";
    const sentAtMs = performance.now();
    const { rows } = await this.ask(
      timed(this.#deadlines.checkMs, checkQuery(this.#deadlines, { isKept, asksTimeline })),
    );
    const receivedAtMs = performance.now();
    const [state] = rows as SessionState[];
    if (state === undefined) throw new Error("the session check answered nothing");
    this.heardAt = receivedAtMs;
    this.serverPid = state.pid;
    onClock?.({ databaseMs: state.database_ms, sentAtMs, receivedAtMs });
    const wrong = judgeSession(state, this.#deadlines, { isKept, role: this.#role });
    if (wrong !== undefined) throw wrong;
    const timeline = state.timeline ?? undefined;
    if (timeline !== undefined && this.#search.isOvertaken(timeline))
      throw new WrongSession("the server was the primary before another host took over");
    return timeline;
  }

  /** Since when (`performance.now`) an answer has been waited for without a sign of life; undefined when none is waited for. */
  get waitsSince(): number | undefined {
    return this.#waiting === 0 ? undefined : Math.max(this.#askedAt, this.heardAt);
  }

  /** Sends a statement, together with all that are asked in the same turn: one write to the socket and not one for each. */
  ask({ withinMs = this.#deadlines.answerMs, ...query }: AskedQuery): Promise<Answered> {
    if (this.#waiting++ === 0) this.#askedAt = performance.now();
    this.#gatherWrites();
    const span = beginSpan(nameOf(query), "client");
    const { keepStatements, changeByTransaction } = this.#search.sessions;
    const asked = keepStatements ? query : withoutName(query);
    const on = { shapes: this.#shapes, described: changeByTransaction ? undefined : this.#described };
    const answered = new Promise<Answered>((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new DeadlineMissed("the database did not answer in time"));
        this.destroy();
      }, withinMs);
      // By a callback and a timer of ours: with the promises and the timer of `pg`, the rows of an answer live until the
      // next full collection of garbage, which a list of orders paid with a third more processor time.
      this.query(
        new StatementRun(asked, on, (error, answer) => {
          clearTimeout(late);
          this.#waiting -= 1;
          if (answer !== undefined || sqlStateOf(error) !== undefined) this.heardAt = performance.now();
          span?.end({}, answer === undefined);
          if (answer === undefined) reject(error);
          else resolve(answer);
        }),
      );
    });
    return answered.catch((error: unknown) => {
      // The stack leads to who asked, and not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  /** Holds back what is written until the promises of this turn are through. With TLS `pg` has put its own stream before ours. */
  #gatherWrites(): void {
    if (this.#isGathering) return;
    const { stream } = Reflect.get(this, "connection") as { readonly stream: Duplex };
    this.#isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** Tells the search that the host is of no use; answers the failure, with the host's name where there are several. */
  #passOver(failure: unknown): Error {
    this.#search.failed(this.hostAddress);
    const error = failure instanceof Error ? failure : new Error(String(failure));
    if (this.#search.count === 1) return error;
    return new HostUnusable(`${this.hostAddress.name}: ${error.message}`, { cause: error });
  }

  get isDestroyed(): boolean {
    return this.#socket.destroyed;
  }

  /** Cuts the connection at once; statements under way fail. */
  destroy(): void {
    this.#socket.destroy();
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  /** Closes politely; destroys the connection when the other side does not close in time. */
  override end(callback?: (error: Error) => void): Promise<void> | void {
    if (!this.#socket.destroyed) {
      const timer = setTimeout(() => this.destroy(), this.#deadlines.closeMs);
      this.#socket.once("close", () => clearTimeout(timer));
    }
    return callback === undefined ? super.end() : super.end(callback);
  }
}

/** The name of a statement, or the first word of one without: never a value. */
function nameOf({ name, text }: pg.QueryConfig): string {
  return name ?? text.split(/\s/, 1)[0] ?? "";
}

/** The statement for a server that may never have seen its name. */
function withoutName(query: StatementQuery): StatementQuery {
  const { name: _name, ...unnamed } = query;
  return unnamed;
}

/** A statement whose answer is waited for so many milliseconds; then its connection is destroyed. */
export function timed(withinMs: number, query: StatementQuery): AskedQuery {
  return { ...query, withinMs };
}
