/**
 * Sends e-mail by an SMTP relay, one connection a letter. Guarantees: every attempt ends within `carryWithinMs`. `begin`
 * is asked after the relay has admitted us, and nothing of the letter is sent before `begin` agrees. When the answer to
 * the letter is missing (a lost connection, a time-out), the outcome is unknown, never "not taken". There is no pool: a
 * pool sends a letter again when its connection closes, and the letter could arrive twice. Called by the message job,
 * outside every transaction.
 */
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { CarryResult, MailCarrier, OutgoingLetter } from "./carrier.ts";
import type { MailSettings } from "./mail-settings.ts";
import { writeOut, type WrittenLetter } from "./write-out.ts";
import type { LetterLinks } from "./letter.ts";

export interface SmtpCarrierOptions {
  readonly settings: MailSettings;
  readonly linksOf: (id: OutgoingLetter["id"]) => LetterLinks;
  /** The envelope's sender: where a bounce of the letter comes back to. */
  readonly bounceAddressOf: (id: OutgoingLetter["id"]) => string;
  /** Shorter in tests. */
  readonly limits?: Partial<CarryLimits>;
}

export interface CarryLimits {
  readonly connectMs: number;
  /** Without a word of the relay. */
  readonly silenceMs: number;
  readonly wholeMs: number;
}

/** Well within the lease of a message. */
export const carryWithinMs = 24_000;
const usualLimits: CarryLimits = { connectMs: 6_000, silenceMs: 15_000, wholeMs: carryWithinMs };
const leaveWithinMs = 1_000;
const largestReply = 16 * 1024;

/** Makes the carrier; nothing is connected yet. */
export function createSmtpCarrier(options: SmtpCarrierOptions): MailCarrier {
  const limits = { ...usualLimits, ...options.limits };
  return {
    async carry(letter, begin) {
      const session = new Session(options.settings, limits);
      try {
        const written = await writeOut(letter, options.settings.from, options.linksOf(letter.id));
        const refused = await session.open();
        if (refused !== undefined) return refused;
        if (!(await begin())) return { kind: "busy", error: "another worker has taken it over" };
        return await session.hand(options.bounceAddressOf(letter.id), letter.email, written);
      } catch (error) {
        // The database could not say whether the attempt may begin: nothing was sent.
        return { kind: session.hasBegun ? "unknown" : "busy", error: String(error) };
      } finally {
        session.close();
      }
    },
  };
}

/** One connection to the relay, for one letter. */
class Session {
  hasBegun = false;
  #isTaken = false;
  readonly #connection: SMTPConnection;
  readonly #settings: MailSettings;
  readonly #failed = Promise.withResolvers<Error>();
  readonly #timer: NodeJS.Timeout;

  constructor(settings: MailSettings, { connectMs, silenceMs, wholeMs }: CarryLimits) {
    const { host, port, secure } = settings.relay;
    this.#settings = settings;
    this.#connection = new SMTPConnection({
      host,
      port,
      secure,
      requireTLS: settings.requiresTls && !secure,
      name: hostOf(settings.from),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      socketCloseTimeout: 1_000,
      maxResponseSize: largestReply,
    });
    this.#connection.on("error", (error) => this.#failed.resolve(error));
    this.#timer = setTimeout(() => this.#failed.resolve(new Error("no answer in time")), wholeMs);
  }

  /** Connects, is greeted, and signs in; answers how it went wrong. A letter cannot have been taken yet. */
  async open(): Promise<CarryResult | undefined> {
    const failure = await this.#step((done) => this.#connection.connect(done));
    if (failure !== undefined) return { kind: "busy", error: textOf(failure) };
    const { user, password } = this.#settings.relay;
    if (user === null) return undefined;
    const refused = await this.#step((done) => this.#connection.login({ user, pass: password ?? "" }, done));
    // Wrong credentials pass, once somebody has seen to them.
    return refused === undefined ? undefined : { kind: "busy", error: textOf(refused) };
  }

  async hand(from: string, to: string, { raw }: WrittenLetter): Promise<CarryResult> {
    this.hasBegun = true;
    const failure = await this.#step((done) => this.#connection.send({ from, to: [to], size: raw.length }, raw, done));
    if (failure !== undefined) return outcomeOf(failure);
    this.#isTaken = true;
    return { kind: "accepted", providerId: null };
  }

  /** Takes leave of the relay; what it answers changes nothing any more. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.#isTaken) this.#connection.quit();
    setTimeout(() => this.#connection.close(), this.#isTaken ? leaveWithinMs : 0).unref();
  }

  /** Resolves with the error of a step, or of the connection while the step goes on. */
  #step(begin: (done: (error?: Error | null) => void) => void): Promise<Error | undefined> {
    const ended = new Promise<Error | undefined>((resolve) => begin((error) => resolve(error ?? undefined)));
    return Promise.race([ended, this.#failed.promise]);
  }
}

/** What a failure after the beginning means: only an answer of the relay is certain. */
function outcomeOf(failure: Error): CarryResult {
  const code = "responseCode" in failure && typeof failure.responseCode === "number" ? failure.responseCode : 0;
  const error = textOf(failure);
  if (code >= 500 && code < 600) return { kind: "refused", error, optedOut: false };
  if (code >= 400 && code < 500) return { kind: "busy", error };
  return { kind: "unknown", error };
}

/** Short, on one line, and without an address that the relay repeats. */
function textOf(failure: Error): string {
  const text = "response" in failure && typeof failure.response === "string" ? failure.response : failure.message;
  const plain = text.slice(0, 500).replaceAll(/\s+/g, " ");
  return plain
    .split(" ")
    .map((word) => (word.includes("@") ? "<address>" : word))
    .join(" ")
    .slice(0, 200);
}

function hostOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
