/**
 * Guests whose tables ask for a deposit: they book, pay (once, twice, late, with the wrong amount), change, cancel and
 * are cancelled, beside the diners and in random order; the service may refuse any of it.
 */
import type { Answer, MoneyCalls } from "./calls.ts";
import { cards, type DinersTarget } from "./diners.ts";

interface LivedBooking {
  readonly id: string;
  readonly payUrl: string | null;
  /** Sessions that were shown to the guest. */
  readonly sessions: string[];
}

interface Slot {
  readonly slot_token: string;
}

const dayMs = 24 * 3_600_000;

export class MoneyGuests {
  /** Answers that nobody should ever get. */
  readonly surprises: string[] = [];
  /** How often each thing was done, by its name. */
  readonly done = new Map<string, number>();
  bookings = 0;
  readonly #target: DinersTarget;
  readonly #calls: MoneyCalls;
  readonly #random: () => number;
  #slots: Slot[] = [];
  #phone = 0;

  constructor(target: DinersTarget, calls: MoneyCalls, random: () => number) {
    this.#target = target;
    this.#calls = calls;
    this.#random = random;
  }

  /** Lets every table ask for a deposit. */
  async open(): Promise<void> {
    const path = `/v1/locations/${this.#target.locationId}/booking_configuration`;
    const { configuration } = await this.#read<{ configuration: Record<string, unknown> }>(path);
    const payment = {
      paymentId: "deposit",
      kind: "deposit",
      amount: { amount: 750, currency: "EUR" },
      per: "person",
      refundUntilMinutes: 10 * 24 * 60,
      refundPercentAfter: 35,
    };
    const answer = await this.#calls.put(path, { configuration: { ...configuration, payments: [payment] } });
    if (answer?.status !== 200) this.surprises.push(`the deposit was answered ${answer?.status} ${answer?.text}`);
  }

  /** Lives through so many bookings, one after the other. */
  async live(bookings: number): Promise<void> {
    for (let left = bookings; left > 0; left--) {
      try {
        await this.#book();
      } catch (error) {
        this.surprises.push(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async #book(): Promise<void> {
    const slot = await this.#slot(4);
    if (slot === undefined) return;
    const phone = `+33142${String(++this.#phone + this.#upTo(9) * 100_000).padStart(6, "0")}`;
    const guest = { first_name: "Ada", last_name: "Byron", phone };
    const made = await this.#calls.post("/v1/bookings", { ...slot, guest, accepts_payment_link: true });
    // The table has gone, the clock has moved on, or this phone has a table then.
    if (made.status !== 201) return;
    const body = JSON.parse(made.text) as { id: string; payment: { payment_link_url: string | null } | null };
    if (body.payment === null) throw new Error(`booking ${body.id} asks for no deposit`);
    const booking = { id: body.id, payUrl: body.payment.payment_link_url, sessions: [] };
    this.bookings += 1;
    if (this.#random() < 0.6) await this.#pay(booking);
    for (let steps = 1 + this.#upTo(5); steps > 0; steps--) {
      const atOnce = this.#random() < 0.25 ? 2 : 1;
      await Promise.all(Array.from({ length: atOnce }, () => this.#step(booking)));
    }
  }

  async #step(booking: LivedBooking): Promise<void> {
    const post = (what: string) => () => this.#calls.post(`/v1/bookings/${booking.id}/${what}`, {});
    const acts: [string, () => Promise<unknown>][] = [
      ["pay for a table", () => this.#pay(booking)],
      ["pay for a table", () => this.#pay(booking)],
      ["cancel a table", post("cancel")],
      ["cancel a table for the venue", post("venue_cancel")],
      ["come with fewer", () => this.#shrink(booking)],
      ["come with fewer", () => this.#shrink(booking)],
    ];
    const chosen = acts[this.#upTo(acts.length)];
    if (chosen === undefined) return;
    const [name, act] = chosen;
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
    await act();
  }

  async #shrink({ id }: LivedBooking): Promise<void> {
    const slot = await this.#slot(2, id);
    if (slot !== undefined) await this.#calls.post(`/v1/bookings/${id}/change`, { slot_token: slot.slot_token });
  }

  async #pay(booking: LivedBooking): Promise<void> {
    if (this.#target.processor === "stripe") return this.#payAtStripe(booking);
    const card_number = cards[this.#upTo(cards.length)];
    await this.#calls.post(`/v1/sandbox/bookings/${booking.id}/pay`, { card_number });
  }

  async #payAtStripe({ id, payUrl, sessions }: LivedBooking): Promise<void> {
    if (payUrl === null) return;
    const { books, mismatchRate } = this.#target;
    const answer = await this.#calls.page(`${payUrl}/checkout`);
    const session = /\/c\/pay\/(\w+)$/.exec(answer?.location ?? "")?.[1];
    if (session !== undefined && !sessions.includes(session)) {
      const open = sessions.filter((one) => books.session(one).status === "open");
      if (open.length > 0) this.surprises.push(`${id} has two sessions that can be paid: ${open[0]} and ${session}`);
      sessions.push(session);
    }
    const shown = sessions[this.#upTo(sessions.length)];
    if (shown === undefined) return;
    const roll = this.#random();
    if (roll < mismatchRate) books.pay(shown, "succeeds", books.session(shown).amount_total + 1);
    else if (roll < 0.6) books.pay(shown, "succeeds");
    else if (roll < 0.7) books.pay(shown, "declined");
    else if (roll < 0.85) books.pay(shown, "settles_later");
    else books.settle(shown, this.#random() < 0.6 ? "succeeds" : "fails");
    if (this.#random() < 0.3) await this.#calls.page(`${payUrl}/back`);
  }

  /** A free slot for so many; searches are counted by the minute, so that each is used up before the next. */
  async #slot(partySize: number, bookingId?: string): Promise<Slot | undefined> {
    if (bookingId === undefined && this.#slots.length > 0)
      return this.#slots.splice(this.#upTo(this.#slots.length), 1)[0];
    const clock = await this.#read<{ now: string }>(`/v1/sandbox/locations/${this.#target.locationId}/clock`);
    const dayOf = (days: number): string => new Date(Date.parse(clock.now) + days * dayMs).toISOString().slice(0, 10);
    const from = 2 + this.#upTo(20);
    const query = new URLSearchParams({
      start: `${dayOf(from)}T11:00`,
      end: `${dayOf(from + 7)}T23:00`,
      party_size: String(partySize),
      ...(bookingId === undefined ? {} : { booking_id: bookingId }),
    });
    const path = `/v1/locations/${this.#target.locationId}/booking_availability?${query.toString()}`;
    const found = (await this.#read<{ data?: Slot[] }>(path)).data ?? [];
    const slots = found.map(({ slot_token }) => ({ slot_token }));
    if (bookingId === undefined) this.#slots = slots.slice(0, 12);
    return slots[this.#upTo(slots.length)];
  }

  async #read<T>(path: string): Promise<T> {
    const answer: Answer = await this.#calls.get(path);
    return JSON.parse(answer.text) as T;
  }

  #upTo(exclusive: number): number {
    return Math.floor(this.#random() * exclusive);
  }
}
