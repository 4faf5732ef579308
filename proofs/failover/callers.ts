/** Callers of the proof of failover: those of the silence proof, who use another `serve` when one does not answer. */
import { setTimeout as delay } from "node:timers/promises";
import type { Target } from "../crash/clients.ts";
import { BookingClient, MeasuredClients, type MeasuredCall } from "../silence/clients.ts";

/** Several processes that answer the same calls; the one that is asked changes after a failure, as behind a proxy. */
export class Targets implements Target {
  readonly apiKey: string;
  readonly locationId: string;
  readonly #urls: readonly string[];
  #at = 0;

  constructor(urls: readonly string[], apiKey: string, locationId: string) {
    [this.#urls, this.apiKey, this.locationId] = [urls, apiKey, locationId];
  }

  get url(): string {
    return this.#urls[this.#at % this.#urls.length] ?? "";
  }

  next(): void {
    this.#at += 1;
  }
}

class RoamingClients extends MeasuredClients {
  readonly #targets: Targets;
  readonly #pauseMs: number;

  constructor(targets: Targets, pauseMs: number) {
    super(targets);
    [this.#targets, this.#pauseMs] = [targets, pauseMs];
  }

  override async post(
    path: string,
    body: string,
    key: string,
  ): Promise<{ status: number; text: string; replayed: boolean } | undefined> {
    await delay(this.#pauseMs);
    const answer = await super.post(path, body, key);
    if (answer === undefined || answer.status >= 500) this.#targets.next();
    return answer;
  }
}

/** Those who order and decide, and one who books, against the same processes. */
export class Callers {
  readonly clients: MeasuredClients;
  readonly bookings: BookingClient;
  readonly #count: number;

  /** So many who order, each with a pause of so many milliseconds before a call, and one who books. */
  constructor(targets: Targets, count: number, pauseMs: number) {
    this.clients = new RoamingClients(targets, pauseMs);
    this.bookings = new BookingClient(targets, this.clients);
    this.#count = count;
  }

  start(): void {
    this.clients.calls.length = 0;
    this.clients.start(this.#count);
    this.bookings.start();
  }

  async pause(): Promise<void> {
    await Promise.all([this.clients.pause(), this.bookings.pause()]);
  }

  get surprises(): readonly string[] {
    return [...this.clients.surprises, ...this.bookings.surprises];
  }
}

/** Whether a call was an acknowledged write. */
export const isAcknowledged = ({ status }: MeasuredCall): boolean => status >= 200 && status < 300;
