/** Callers of the silence proof: they measure how long every answer takes, and book tables beside the orders. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { CrashClients, type Target } from "../crash/clients.ts";

/** One call, in milliseconds of `performance.now`; the status is 0 when no answer came. */
export interface MeasuredCall {
  readonly path: string;
  readonly begunAt: number;
  readonly endedAt: number;
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** Long after the limit that is judged, so that a late answer is measured and not cut. */
const waitMs = 30_000;
/** As long as the callers who place orders send again. */
const giveUpMs = 90_000;

export class MeasuredClients extends CrashClients {
  readonly calls: MeasuredCall[] = [];
  readonly #own: Target;

  constructor(target: Target) {
    super(target);
    this.#own = target;
  }

  override async post(
    path: string,
    body: string,
    key: string,
  ): Promise<{ status: number; text: string; replayed: boolean } | undefined> {
    const { url, apiKey } = this.#own;
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "idempotency-key": key };
    const begunAt = performance.now();
    let status = 0;
    let hasRetryAfter = false;
    try {
      const answer = await fetch(url + path, { method: "POST", headers, body, signal: AbortSignal.timeout(waitMs) });
      const text = await answer.text();
      status = answer.status;
      hasRetryAfter = answer.headers.has("retry-after");
      return { status, text, replayed: answer.headers.get("idempotent-replayed") === "true" };
    } catch {
      return undefined;
    } finally {
      this.calls.push({ path, begunAt, endedAt: performance.now(), status, hasRetryAfter });
    }
  }
}

/** A caller that books and cancels tables, each call under its key until it is answered. */
export class BookingClient {
  /** The bookings that were acknowledged, by id, and whether their cancellation was. */
  readonly booked = new Map<string, boolean>();
  readonly surprises: string[] = [];
  readonly #target: Target;
  readonly #clients: MeasuredClients;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(target: Target, clients: MeasuredClients) {
    this.#target = target;
    this.#clients = clients;
  }

  start(): void {
    this.#stopping = false;
    this.#running = this.#run();
  }

  async pause(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const token = await this.#findSlot();
      if (token === undefined) {
        await delay(100);
        continue;
      }
      const guest = { first_name: "Ada", last_name: "Proof", phone: "+33612345678" };
      const made = await this.#send("/v1/bookings", { slot_token: token, guest });
      // Another caller of the proof may have taken the table meanwhile.
      if (made === undefined) continue;
      const { id } = JSON.parse(made) as { readonly id: string };
      this.booked.set(id, false);
      if ((await this.#send(`/v1/bookings/${id}/cancel`, {})) !== undefined) this.booked.set(id, true);
    }
  }

  async #findSlot(): Promise<string | undefined> {
    const { url, apiKey, locationId } = this.#target;
    const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const path = `/v1/locations/${locationId}/booking_availability?start=${date}T18:00&end=${date}T22:00&party_size=2`;
    try {
      const answer = await fetch(url + path, {
        headers: { authorization: `Bearer ${apiKey}` },
        signal: AbortSignal.timeout(waitMs),
      });
      const { data = [] } = (await answer.json()) as { readonly data?: readonly { readonly slot_token: string }[] };
      return data[Math.floor(Math.random() * data.length)]?.slot_token;
    } catch {
      return undefined;
    }
  }

  /** The answer that stands, or undefined when the call was refused. */
  async #send(path: string, fields: object): Promise<string | undefined> {
    const key = randomUUID();
    const body = JSON.stringify(fields);
    for (const end = Date.now() + giveUpMs; Date.now() < end; await delay(25)) {
      const answer = await this.#clients.post(path, body, key);
      if (answer !== undefined && answer.status < 300) return answer.text;
      if (answer !== undefined && answer.status < 500 && !answer.text.includes("operation_in_progress")) {
        if (answer.status !== 409 && answer.status !== 410 && answer.status !== 429)
          this.surprises.push(`${path} was answered ${answer.status} ${answer.text}`);
        return undefined;
      }
    }
    this.surprises.push(`${path} was never answered`);
    return undefined;
  }
}
