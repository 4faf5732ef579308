/**
 * One connection to PostgreSQL that never waits for ever: opening, checking and closing have deadlines, and `destroy`
 * cuts the socket without a word to the other side, which may not be there any more.
 */
import { Socket } from "node:net";
import pg from "pg";
import type { Deadlines } from "./deadlines.ts";
import { connectionConfig, type ConnectionOptions } from "./connection-config.ts";
import { sqlStateOf } from "./faults.ts";
import {
  judgeSession,
  sessionStatement,
  sessionValues,
  type ClockReading,
  type SessionState,
} from "./session-check.ts";

/**
 * Where the network is silent and nothing is on the way, the kernel notices after 5 + 3 x 2 seconds. While bytes are on
 * the way it sends no probes, and only our own deadlines notice.
 */
const keepAlive = { enable: true, initialDelay: 5_000, interval: 2_000, count: 3 };

/** A connection of `pg` with a deadline for each step; statements bring their own. */
export class Connection extends pg.Client {
  /** The last moment (`performance.now`) at which the server is known to have answered. */
  heardAt = performance.now();
  /** The process of the server behind this session, once it was checked. */
  serverPid = 0;
  #waiting = 0;
  #askedAt = 0;
  readonly #socket: Socket;
  readonly #deadlines: Deadlines;

  constructor(options: ConnectionOptions, deadlines: Deadlines) {
    const socket = new Socket();
    socket.once("connect", () => socket.setKeepAlive(keepAlive));
    super({
      ...connectionConfig(options),
      connectionTimeoutMillis: deadlines.connectMs,
      query_timeout: deadlines.answerMs,
      stream: () => socket,
    });
    this.#socket = socket;
    this.#deadlines = deadlines;
    // Statements fail by themselves; without a listener a lost connection would end the process.
    this.on("error", () => {});
  }

  /** Sets the session and checks it; throws `WrongSession` when it is not as it must be. */
  async check(onClock?: (reading: ClockReading) => void): Promise<void> {
    const sentAtMs = performance.now();
    const { rows } = await this.query<SessionState>(
      timed(this.#deadlines.checkMs, { text: sessionStatement, values: [...sessionValues(this.#deadlines)] }),
    );
    const receivedAtMs = performance.now();
    const [state] = rows;
    if (state === undefined) throw new Error("the session check answered nothing");
    this.heardAt = receivedAtMs;
    this.serverPid = state.pid;
    onClock?.({ databaseMs: state.database_ms, sentAtMs, receivedAtMs });
    const wrong = judgeSession(state, this.#deadlines);
    if (wrong !== undefined) throw wrong;
  }

  /** Since when (`performance.now`) an answer has been waited for without a sign of life; undefined when none is waited for. */
  get waitsSince(): number | undefined {
    return this.#waiting === 0 ? undefined : Math.max(this.#askedAt, this.heardAt);
  }

  /** Sends a statement. */
  ask(query: pg.QueryConfig): Promise<pg.QueryResult<object>> {
    if (this.#waiting++ === 0) this.#askedAt = performance.now();
    const answered = this.query<object>(query);
    answered.then(
      () => {
        this.#waiting -= 1;
        this.heardAt = performance.now();
      },
      (error: unknown) => {
        this.#waiting -= 1;
        if (sqlStateOf(error) !== undefined) this.heardAt = performance.now();
      },
    );
    return answered;
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

/** A statement whose answer is waited for so many milliseconds; then `pg` destroys the connection. */
export function timed(milliseconds: number, query: pg.QueryConfig): pg.QueryConfig {
  const limited: pg.QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds };
  return limited;
}
