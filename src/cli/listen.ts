/**
 * `maple listen`: brings the app's events to a program on this machine, without a public address. Guarantees: only
 * verified events are forwarded, one after the other, in the order in which they came; one that waits for a slow program
 * is signed anew, as each attempt of a delivery is. A connection that ends, breaks or
 * falls silent is made again from its last event; an event that then comes twice is forwarded once. The terminal shows
 * whenever the command is not listening. A crash loses nothing: `maple replay --since` sends again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { exitCodes } from "./call-operator.ts";
import { readEventLines, StreamFault, type HeardLine } from "./event-lines.ts";
import {
  forwardEvent,
  readHeardEvent,
  signatureFault,
  signedAnew,
  type HeardEvent,
  type Hearing,
} from "./forward-event.ts";
import type { PartnerCommand, PartnerInput, Terminal } from "./partner-command.ts";
import { harmless } from "./print-answer.ts";

export const listenCommand: PartnerCommand = {
  word: "listen",
  synopsis: "--forward-to URL",
  about: "Listen to the app's events and forward each, signed, to a program on this machine, until Ctrl-C.",
  mayHaveArgument: false,
  by: "partner",
  endsByItself: true,
  options: {
    "forward-to": { value: "URL", about: "where to post the events: http://localhost:3000/hooks (required)" },
    types: { value: "A,B", about: "only these types, with commas between" },
  },
  examples: ["listen --forward-to http://localhost:3000/hooks"],
  async run(given, terminal) {
    const forwardTo = given.text("forward-to");
    if (forwardTo === undefined || !/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? "")) {
      terminal.err("maple: --forward-to is an http or https address, for example http://localhost:3000/hooks");
      return exitCodes.usage;
    }
    return new ListenSession(given, forwardTo, terminal).run();
  },
};

export interface ListenPace {
  /** Without any line for this long, the connection is made again; a heartbeat comes every 10 s. */
  readonly silenceMs: number;
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** The time of this machine, in milliseconds. */
  readonly now: () => number;
}

const usualPace: ListenPace = { silenceMs: 30_000, pauseMs: 500, longestPauseMs: 10_000, now: Date.now };
const remembered = 20_000;

export class ListenSession {
  readonly #given: PartnerInput;
  readonly #forwardTo: string;
  readonly #terminal: Terminal;
  readonly #pace: ListenPace;
  readonly #heard = new Set<string>();
  #cursor: number | undefined;
  #hearing: Hearing | undefined;
  /** Events are forwarded behind the reading, so that a slow program does not look like a silent service. */
  #forwarding: Promise<void> = Promise.resolve();
  #count = { heard: 0, forwarded: 0 };
  #interrupted = true;

  constructor(given: PartnerInput, forwardTo: string, terminal: Terminal, pace: ListenPace = usualPace) {
    this.#given = given;
    this.#forwardTo = forwardTo;
    this.#terminal = terminal;
    this.#pace = pace;
  }

  async run(): Promise<number> {
    const { interrupted } = this.#terminal;
    let pause = this.#pace.pauseMs;
    while (!interrupted.aborted) {
      try {
        for await (const line of readEventLines(this.#path(), this.#given.access, {
          interrupted,
          silenceMs: this.#pace.silenceMs,
        })) {
          pause = this.#pace.pauseMs;
          this.#take(line);
        }
      } catch (error) {
        if (interrupted.aborted) break;
        if (!(error instanceof StreamFault)) throw error;
        this.#terminal.err(`maple: ${error.message}${error.final ? "" : "; connecting again"}`);
        if (error.final) {
          await this.#forwarding;
          return error.exitCode;
        }
        this.#interrupted = true;
        await sleep(pause, undefined, { signal: interrupted }).catch(() => undefined);
        pause = Math.min(pause * 2, this.#pace.longestPauseMs);
      }
    }
    await this.#forwarding;
    this.#terminal.err(`maple: ${this.#count.heard} events heard, ${this.#count.forwarded} forwarded with success`);
    return exitCodes.done;
  }

  #path(): string {
    const query = new URLSearchParams({ forward_to: this.#forwardTo });
    const types = this.#given.text("types");
    if (types !== undefined) query.set("event_types", types);
    if (this.#cursor !== undefined) query.set("cursor", String(this.#cursor));
    return `/v1/webhook_events/stream?${query.toString()}`;
  }

  #take(line: HeardLine): void {
    if (line.object === "listening") this.#greet(line);
    const event = line.object === "heard_event" ? readHeardEvent(line) : undefined;
    if (event !== undefined && !this.#heard.has(event.heardAs)) {
      this.#remember(event.heardAs);
      this.#count.heard += 1;
      const heardAtMs = this.#pace.now();
      const fault = this.#faultOf(event, heardAtMs);
      this.#forwarding = this.#forwarding.then(() => this.#forward(event, fault, heardAtMs));
    }
    // Only now: the events up to this cursor are in hand.
    this.#cursor = line.cursor;
  }

  #greet(line: HeardLine): void {
    const first = this.#hearing === undefined;
    this.#hearing = {
      signingSecret: String(line["signing_secret"]),
      subscriptionId: String(line["subscription_id"]),
      notificationUrl: String(line["notification_url"]),
    };
    if (line["missed_some"] === true) {
      this.#terminal.err("maple: away for more than an hour; maple replay --since sends what was missed");
    }
    if (first) {
      const { signingSecret, subscriptionId, notificationUrl } = this.#hearing;
      this.#terminal.err(`Listening at ${this.#given.access.url}, forwarding to ${this.#forwardTo}. Ctrl-C ends it.`);
      this.#terminal.err(`To verify: secret ${signingSecret}, subscription ${subscriptionId}, URL ${notificationUrl}`);
    } else if (this.#interrupted) this.#terminal.err("maple: listening again");
    this.#interrupted = false;
  }

  /** Bounded: what was heard twice lies at most an hour back. */
  #remember(heardAs: string): void {
    this.#heard.add(heardAs);
    const [oldest] = this.#heard;
    if (this.#heard.size > remembered && oldest !== undefined) this.#heard.delete(oldest);
  }

  /** Judged when the event is heard: how long it then waits for the program says nothing about it. */
  #faultOf(event: HeardEvent, heardAtMs: number): string | undefined {
    return this.#hearing && signatureFault(event, this.#hearing, Math.floor(heardAtMs / 1000));
  }

  async #forward(event: HeardEvent, fault: string | undefined, heardAtMs: number): Promise<void> {
    if (this.#hearing === undefined || this.#terminal.interrupted.aborted) return;
    const name = `${event.eventType} ${event.eventId}${event.replayed ? " (replayed)" : ""}`;
    if (fault !== undefined) return this.#tell(event, `${name}  NOT forwarded: ${fault}`, false);
    const waited = Math.floor((this.#pace.now() - heardAtMs) / 1000);
    const sent = waited > 0 ? signedAnew(event, this.#hearing, waited) : event;
    const { ok, outcome } = await forwardEvent(sent, this.#forwardTo, this.#terminal.interrupted);
    if (ok) this.#count.forwarded += 1;
    this.#tell(event, `${name}  ${outcome}${ok ? "" : `  again: maple replay ${event.eventId}`}`, ok);
  }

  #tell(event: HeardEvent, line: string, ok: boolean): void {
    if (this.#given.has("json")) {
      this.#terminal.out(
        JSON.stringify({ event_id: event.eventId, event_type: event.eventType, replayed: event.replayed, ok, line }),
      );
    } else this.#terminal.out(`${new Date().toISOString().slice(11, 19)}  ${harmless(line)}`);
  }
}
