/**
 * Wake-ups between processes by LISTEN and NOTIFY, on one connection of their own, outside every transaction. Wake-ups
 * close together are sent as one. Guarantees: every 10 s the connection proves that a wake-up still arrives. A connection
 * that fails this, or is lost, is destroyed and made again after 0.2 to 5 s. A wake-up lost in between costs one poll
 * interval.
 */
import { randomUUID } from "node:crypto";
import type { WakeupChannel } from "../jobs/wakeups.ts";
import { Connection, timed } from "./connection.ts";
import { workDeadlines, type Deadlines } from "./deadlines.ts";
import { searchPrimary, type PrimarySearch } from "./hosts/primary-search.ts";

export interface Notifier {
  publish(channel: WakeupChannel): void;
  close(): Promise<void>;
}

export interface NotifierOptions {
  readonly url: string;
  /** Hears what other processes publish, each with its number; those of the release before have none. */
  readonly receive: (channel: WakeupChannel, number: number | undefined) => void;
  readonly deadlines?: Deadlines;
  readonly proveEveryMs?: number;
  readonly lifetimeMs?: number;
  readonly reconnectMs?: { readonly least: number; readonly most: number };
}

const postgresChannel = "maple_wakeups";
const gatherMs = 5;
const channels: ReadonlySet<string> = new Set<WakeupChannel>(["deliveries", "timers", "jobs", "changes"]);

/** Connects to a database and hands on what other processes publish there. */
export function startNotifier(options: NotifierOptions): Notifier {
  return new ListeningNotifier(options);
}

class ListeningNotifier implements Notifier {
  readonly #self = randomUUID();
  readonly #options: Required<NotifierOptions>;
  readonly #search: PrimarySearch;
  readonly #waiting = new Set<WakeupChannel>();
  /** Whose turn the next wake-up is: processes begin at different ones. */
  #number = Math.floor(Math.random() * 1_000);
  #connection: Connection | undefined;
  #closed = false;
  #failures = 0;
  #flushTimer: NodeJS.Timeout | undefined;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #proofTimer: NodeJS.Timeout | undefined;
  /** Ends the wait for the proof under way. */
  #proven: (() => void) | undefined;

  constructor(options: NotifierOptions) {
    this.#options = {
      deadlines: workDeadlines,
      proveEveryMs: 10_000,
      lifetimeMs: 600_000 * (0.9 + Math.random() * 0.2),
      reconnectMs: { least: 200, most: 5_000 },
      ...options,
    };
    this.#search = searchPrimary(options.url);
    void this.#connect();
  }

  publish(channel: WakeupChannel): void {
    this.#waiting.add(channel);
    this.#flushTimer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of [this.#flushTimer, this.#reconnectTimer, this.#proofTimer]) clearTimeout(timer);
    this.#proven?.();
    await this.#connection?.end();
  }

  async #connect(): Promise<void> {
    const { deadlines } = this.#options;
    const fresh = new Connection({ applicationName: "maple-notifier", deadlines, search: this.#search });
    this.#connection = fresh;
    fresh.on("notification", ({ payload }) => this.#hear(payload ?? ""));
    fresh.once("end", () => this.#lost(fresh));
    try {
      await fresh.connect();
      await fresh.check();
      await fresh.ask({ text: `LISTEN ${postgresChannel}` });
      await this.#prove(fresh, performance.now() + this.#options.lifetimeMs);
    } catch {
      fresh.destroy();
    }
  }

  /** Sends wake-ups that nobody but this connection hears, until one does not arrive or the lifetime is over. */
  async #prove(connection: Connection, endsAt: number): Promise<void> {
    const { deadlines, proveEveryMs } = this.#options;
    while (!this.#closed && performance.now() < endsAt) {
      const arrived = Promise.withResolvers<void>();
      this.#proven = arrived.resolve;
      const timer = setTimeout(() => connection.destroy(), deadlines.checkMs);
      connection.once("end", arrived.resolve);
      await connection.ask(timed(deadlines.checkMs, this.#notification("proof")));
      await arrived.promise;
      clearTimeout(timer);
      connection.removeListener("end", arrived.resolve);
      if (connection.isDestroyed) return;
      this.#failures = 0;
      await new Promise<void>((resolve) => {
        this.#proven = resolve;
        this.#proofTimer = setTimeout(resolve, proveEveryMs);
      });
    }
    await connection.end();
  }

  #hear(payload: string): void {
    const [sender, channel = "", number] = payload.split(" ");
    if (sender === this.#self) return channel === "proof" ? this.#proven?.() : undefined;
    if (channels.has(channel)) this.#options.receive(channel as WakeupChannel, readNumber(number));
  }

  #lost(which: Connection): void {
    if (this.#connection === which) this.#connection = undefined;
    if (this.#closed) return;
    const { least, most } = this.#options.reconnectMs;
    const longest = Math.min(most, least * 2 ** Math.min(this.#failures++, 10));
    this.#reconnectTimer = setTimeout(() => void this.#connect(), least + Math.random() * (longest - least));
  }

  #flush(): void {
    this.#flushTimer = undefined;
    const words = [...this.#waiting].map((channel) => {
      this.#number = (this.#number + 1) % 1_000_000;
      return `${channel} ${this.#number}`;
    });
    this.#waiting.clear();
    this.#connection?.ask(this.#notification(...words)).catch(() => {});
  }

  /** Sends the words of one moment by one statement, which is planned once. */
  #notification(...words: readonly string[]): { name: string; text: string; values: unknown[] } {
    return {
      name: "notify",
      text: "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload",
      values: [postgresChannel, words.map((word) => `${this.#self} ${word}`)],
    };
  }
}

function readNumber(text: string | undefined): number | undefined {
  const number = Number(text);
  return text !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
