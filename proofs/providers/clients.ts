/**
 * Partners of npm run proof:providers: each books, changes and cancels at random, and repeats every call until it is
 * answered.
 */
import { setTimeout as delay } from "node:timers/promises";
import { localDate } from "../../src/kernel/wall-time.ts";
import type { CallAnswer } from "../../test/harness/service.ts";

export interface Acknowledged {
  readonly id: string;
  status: string;
  startsAt: string;
}

export interface Tally {
  /** Operations that were told for good what became of them. */
  settled: number;
  unsettledAnswers: number;
  refused: number;
  lostConnections: number;
  /** Answers that must not be: 5xx other than 503, or a first answer that changed. */
  readonly wrong: string[];
  readonly known: Map<string, Acknowledged>;
}

interface Answer {
  readonly status: number;
  readonly body: CallAnswer["body"];
  readonly text: string;
}

interface Partner {
  readonly key: string;
  readonly locationId: string;
  readonly number: number;
}

interface Caller {
  /** How many requests were settled or are under way. */
  readonly count: number;
  call(method: string, path: string, body?: object): Promise<Answer>;
  settle(path: string, body: object): Promise<Answer>;
}

/** The calls of one partner. */
function callAs(url: string, partner: Partner, tally: Tally): Caller {
  let calls = 0;

  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${partner.key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) };
  }

  /** Sends the same request with the same key until it is told for good. */
  async function settle(path: string, body: object): Promise<Answer> {
    const keyed = { ...body, idempotency_key: `p${partner.number}-${++calls}` };
    for (let tries = 0; ; tries++) {
      const answer = await call("POST", path, keyed).catch(() => undefined);
      if (answer === undefined) tally.lostConnections++;
      else if (answer.body.code === "operation_in_progress") tally.unsettledAnswers++;
      else if (answer.status !== 503 && answer.status !== 429) {
        if (answer.status >= 500) tally.wrong.push(`${path}: ${answer.status} ${answer.text}`);
        tally.settled++;
        if (answer.status >= 400) tally.refused++;
        return answer;
      }
      if (tries > 600) {
        tally.wrong.push(`${path}: not settled after ${tries} tries: ${answer?.text}`);
        return answer ?? { status: 0, body: {}, text: "" };
      }
      await delay(100 + Math.random() * 300);
    }
  }

  return {
    get count() {
      return calls;
    },
    call,
    settle,
  };
}

/** Starts one partner; it ends when `goesOn` says so and its last call is settled. */
export async function runPartner(url: string, partner: Partner, tally: Tally, goesOn: () => boolean): Promise<void> {
  const caller = callAs(url, partner, tally);
  let tokens: readonly string[] = [];
  let tokensEnd = 0;
  const own: Acknowledged[] = [];

  async function refreshTokens(): Promise<void> {
    const from = localDate("Europe/Paris", Date.now() + 86_400_000);
    const until = localDate("Europe/Paris", Date.now() + 30 * 86_400_000);
    const query = `start=${from}T11:00&end=${until}T22:00&party_size=${1 + (partner.number % 6)}`;
    const answer = await caller.call("GET", `/v1/locations/${partner.locationId}/booking_availability?${query}`);
    if (answer.status !== 200) return;
    tokens = answer.body.data.map((slot: { readonly slot_token: string }) => slot.slot_token);
    tokensEnd = Date.now() + 8 * 60_000;
  }

  const someToken = (): string | undefined => tokens[Math.floor(Math.random() * tokens.length)];

  async function book(): Promise<void> {
    const number = String(partner.number * 10_000 + caller.count).padStart(7, "0");
    const guest = { first_name: "Ada", last_name: "Byron", phone: `+4930${number}` };
    const slot_token = someToken();
    if (slot_token === undefined) return;
    const made = await caller.settle("/v1/bookings", { slot_token, guest, notes: `call ${caller.count}` });
    if (made.status === 201) remember(made);
    else if (made.body.code !== "slot_unavailable") tally.wrong.push(`a booking was answered ${made.text}`);
  }

  function remember(made: Answer): void {
    const { id, status, starts_at: startsAt } = made.body;
    const booking = { id, status, startsAt };
    own.push(booking);
    tally.known.set(id, booking);
  }

  async function change(booking: Acknowledged): Promise<void> {
    const slot_token = someToken();
    if (slot_token === undefined) return;
    const changed = await caller.settle(`/v1/bookings/${booking.id}/change`, { slot_token });
    if (changed.status === 200) booking.startsAt = changed.body.starts_at;
    else if (!["slot_unavailable", "overlapping_booking"].includes(changed.body.code))
      tally.wrong.push(`a change was answered ${changed.text}`);
  }

  async function cancel(booking: Acknowledged): Promise<void> {
    own.splice(own.indexOf(booking), 1);
    const cancelled = await caller.settle(`/v1/bookings/${booking.id}/cancel`, {});
    if (cancelled.status === 200) booking.status = cancelled.body.status;
    else tally.wrong.push(`a cancellation was answered ${cancelled.text}`);
  }

  while (goesOn()) {
    if (tokens.length === 0 || Date.now() > tokensEnd) {
      await refreshTokens().catch(() => undefined);
      if (tokens.length === 0) await delay(300);
      continue;
    }
    const booking = own[Math.floor(Math.random() * own.length)];
    const dice = Math.random();
    if (booking === undefined || dice < 0.55) await book();
    else if (dice < 0.8) await change(booking);
    else await cancel(booking);
  }
}
