/** The events of each five minutes: who comes, who leaves, who is seated from the line, and the other acts of hosts. */
import * as booked from "./booking-acts.ts";
import * as desk from "./desk-acts.ts";
import * as line from "./line-acts.ts";
import type { Host, House } from "./house.ts";
import type { Party } from "./model.ts";
import { drawPlan, drawSize, type Draw, type Plan } from "./plans.ts";
import { minuteMs, turnMs } from "./restaurant.ts";

export class Service {
  readonly plans = new Map<string, Plan>();
  /** When each party that sits means to leave. */
  readonly leaves = new Map<string, number>();
  readonly walkIns: number[] = [];
  readonly joins: number[] = [];
  readonly calls: number[] = [];
  readonly #house: House;
  readonly #draw: Draw;
  readonly #times = new Map<string, number>();
  #before = new Map<string, number>();
  #steps = 0;
  #blocks: { readonly id: string; readonly until: number }[] = [];
  #left: string[] = [];

  constructor(house: House, draw: Draw) {
    this.#house = house;
    this.#draw = draw;
  }

  /** One of the hosts; each acts with what it has seen itself. */
  get #host(): Host {
    return this.#house.hosts[this.#draw(0, 2)] ?? this.#house.hosts[0];
  }

  /** Whether it is the turn of something that is done every so many times. */
  #everyFew(what: string, times: number): boolean {
    const count = (this.#times.get(what) ?? 0) + 1;
    this.#times.set(what, count);
    return count % times === 1;
  }

  /** What was done since the last time, in words. */
  takeDone(): string {
    const done = [...this.#house.done].flatMap(([act, times]) => {
      const more = times - (this.#before.get(act) ?? 0);
      return more > 0 ? [`${act} ${more}`] : [];
    });
    this.#before = new Map(this.#house.done);
    return done.join(", ") || "nothing";
  }

  async step(at: number): Promise<void> {
    if (this.#steps++ % 2 === 0) await this.#house.look(this.#host);
    await this.#leave(at);
    await this.#seatLine();
    for (const party of this.#house.model.of("confirmed")) await this.#come(party, at);
    while ((this.walkIns[0] ?? Infinity) <= at) await this.#walkIn(this.walkIns.shift());
    while ((this.joins[0] ?? Infinity) <= at) await this.#join(this.joins.shift());
    while ((this.calls[0] ?? Infinity) <= at) await this.#call(this.calls.shift() ?? at);
    await this.#besides(at);
  }

  async #leave(at: number): Promise<void> {
    const house = this.#house;
    for (const party of house.model.of("in_service")) {
      if ((this.leaves.get(party.id) ?? party.endsAt) > at && !this.#isClosing(at)) continue;
      const gone = await booked.end(house, this.#host, party, "complete");
      if (gone === undefined || this.#isLate(at) || !this.#everyFew("complete", 8)) continue;
      const back = await booked.undo(house, this.#host, gone, party, "complete");
      if (back !== undefined) this.leaves.set(party.id, at + 10 * minuteMs);
    }
  }

  async #come(party: Party, at: number): Promise<void> {
    const house = this.#house;
    const plan = this.plans.get(party.id) ?? { fate: "comes", after: 0 };
    if (plan.fate === "late" && party.late === null && party.startsAt <= at && at < party.startsAt + 5 * minuteMs)
      await booked.noteLate(house, this.#host, party, plan.after > 10 ? 15 : 10);
    if (party.startsAt + plan.after * minuteMs > at) return;
    const now = house.model.parties.get(party.id) ?? party;
    if (plan.fate === "missed" || plan.fate === "cancelled") return this.#end(now, plan.fate);
    if (plan.fate === "guest_cancels") return this.#guestCancels(now);
    const way = this.#everyFew("chosen", 5) ? "chosen" : "rule";
    const sits = await booked.seat(house, this.#host, now, way);
    if (sits === undefined) return;
    this.#stays(sits);
    if (this.#everyFew("seat", 9)) await booked.undo(house, this.#host, sits, now, "seat");
  }

  /** Nobody came, or the restaurant cancels; some of it is a mistake, and the party comes after all. */
  async #end(party: Party, fate: "missed" | "cancelled"): Promise<void> {
    const house = this.#house;
    const what = fate === "missed" ? "no_show" : "venue_cancel";
    const ended = await booked.end(house, this.#host, party, what);
    if (ended === undefined || !this.#everyFew(what, 3)) return;
    const back = await booked.undo(house, this.#host, ended, party, what);
    if (back !== undefined) this.plans.set(party.id, { fate: "comes", after: fate === "missed" ? 25 : 0 });
  }

  async #guestCancels(party: Party): Promise<void> {
    // An hour before the start it is too late: the party comes.
    if (party.startsAt < this.#house.tick() + 60 * minuteMs)
      return void this.plans.set(party.id, { fate: "comes", after: 0 });
    const answer = await this.#house.partner.call("POST", `/v1/bookings/${party.id}/cancel`, { reason: "ill" });
    const staff = await this.#house.call(this.#host, "GET", `/bookings/${party.id}`);
    if (answer.status < 300) booked.taken(this.#house, "guest cancels", staff, { status: "cancelled_by_guest" });
    else this.#house.model.violation(`a guest could not cancel in time: ${answer.text.slice(0, 160)}`);
  }

  #stays(party: Party): void {
    const share = this.#draw(60, 108) / 100;
    this.leaves.set(party.id, (party.seatedAt ?? party.startsAt) + turnMs(party.size) * share);
  }

  async #walkIn(_at: number | undefined): Promise<void> {
    const house = this.#house;
    if (this.#everyFew("taken", 12) && house.model.of("in_service").length > 0)
      await booked.walkIn(house, this.#host, 2, "taken");
    const size = drawSize(this.#draw);
    const party = await booked.walkIn(house, this.#host, size, this.#everyFew("walk-in way", 3) ? "chosen" : "rule");
    // Who finds no table waits.
    if (party === undefined) return void (await line.join(house, this.#host, size));
    this.#stays(party);
    if (!this.#everyFew("walk-in", 10)) return;
    if ((await booked.undo(house, this.#host, party, undefined, "walk-in")) === undefined)
      house.model.violation("a walk-in was not undone");
  }

  async #join(_at: number | undefined): Promise<void> {
    const size = drawSize(this.#draw);
    const quote = this.#everyFew("quote", 3) ? { min: 20, max: 35 } : undefined;
    if (this.#everyFew("remote", 6)) await line.joinRemotely(this.#house, size);
    await line.join(this.#house, this.#host, size, quote);
  }

  async #call(at: number): Promise<void> {
    const house = this.#house;
    for (let tries = 0; tries < 40; tries++) {
      const size = drawSize(this.#draw);
      const isLate = this.#everyFew("override", 4);
      const quarter = Math.ceil((at + this.#draw(2, 12) * 15 * minuteMs) / (15 * minuteMs)) * 15 * minuteMs;
      // After the last start of the evening, 22:30, guests are offered nothing.
      const startsAt = isLate ? this.#lastStart() : quarter;
      if (startsAt < house.tick() + 20 * minuteMs || (!isLate && startsAt > this.#lastStart() - 30 * minuteMs))
        continue;
      const party = await desk.bookByPhone(house, this.#host, size, startsAt, isLate ? ["hours"] : []);
      if (party === undefined) continue;
      return void this.plans.set(party.id, drawPlan(this.#draw));
    }
    // Who found no table calls again.
    if (!this.#isLate(at + 60 * minuteMs)) this.calls.unshift(at + 5 * minuteMs);
  }

  /** Nobody who sits down now would leave before the restaurant closes. */
  #isLate(at: number): boolean {
    return at > this.#lastStart();
  }

  /** Half an hour before the restaurant closes everybody pays; with the close another service day begins. */
  #isClosing(at: number): boolean {
    return at >= this.#lastStart() + 105 * minuteMs;
  }

  /** 22:45 of the restaurant, which is after its last start. */
  #lastStart(): number {
    const starts = [...this.#house.model.parties.values()].map(({ startsAt }) => startsAt);
    const opens = Math.min(...starts);
    return opens + 345 * minuteMs;
  }

  /** Parties of the line, as tables become free: some are told first, some never come. */
  async #seatLine(): Promise<void> {
    const house = this.#house;
    for (const id of this.#left.splice(0)) {
      house.model.inLine();
      const entry = house.model.waiting.get(id);
      if (entry?.status === "expired") await line.putBack(house, this.#host, entry, "queue expiry");
      else if (entry !== undefined) this.#left.push(id);
    }
    for (const entry of house.model.inLine()) {
      if (entry.status === "waiting" && this.#everyFew("leave", 11)) {
        const gone = await line.remove(house, this.#host, entry);
        if (gone !== undefined && this.#everyFew("leave again", 2))
          await line.putBack(house, this.#host, gone, "queue removal");
        continue;
      }
      if (this.#left.includes(entry.id) || house.model.freeFor(entry.size).length === 0) continue;
      if (entry.status === "waiting" && this.#everyFew("notify", 2)) {
        await line.notify(house, this.#host, entry);
        if (this.#everyFew("never comes", 4)) this.#left.push(entry.id);
        continue;
      }
      const party = await line.seatFromLine(
        house,
        this.#host,
        entry,
        this.#everyFew("line way", 3) ? "chosen" : "rule",
      );
      if (party === undefined) continue;
      this.#stays(party);
      if (this.#everyFew("unseat", 6))
        await line.unseat(house, this.#host, party, entry, this.#everyFew("by", 2) ? "booking" : "entry");
    }
  }

  /** Two of the things that hosts do at any time, in turn. */
  async #besides(at: number): Promise<void> {
    const house = this.#house;
    for (const block of this.#blocks.splice(0)) {
      if (block.until > at) this.#blocks.push(block);
      else if (house.model.blocks.get(block.id) !== undefined) await desk.unblock(house, this.#host, block.id);
    }
    for (const turn of [this.#steps * 2, this.#steps * 2 + 1]) await this.#oneThing(turn % 10, at);
  }

  async #oneThing(turn: number, at: number): Promise<void> {
    const house = this.#house;
    const [seated, expected] = [house.model.of("in_service"), house.model.of("confirmed")];
    const one = (of: readonly Party[]): Party | undefined => of[this.#draw(0, Math.max(1, of.length))];
    const [sits, comes, other] = [one(seated), one(expected), one(seated)];
    const waits = house.model.inLine()[0];
    if (turn === 0 && sits !== undefined) await booked.move(house, this.#host, sits);
    if (turn === 1 && comes !== undefined) await booked.move(house, this.#host, comes);
    if (turn === 2 && sits !== undefined && other !== undefined && sits.id !== other.id)
      await booked.swap(house, this.#host, sits, other);
    if (turn === 3 && comes !== undefined)
      await booked.resize(house, this.#host, comes, Math.max(1, comes.size + this.#draw(-1, 2)));
    if (turn === 4 && sits !== undefined) await booked.noteTogether(house, sits);
    if (turn === 5) await this.#block(at);
    if (turn === 6) await line.setOpen(house, this.#host, !house.model.isOpen);
    if (turn === 7 && waits !== undefined) await line.edit(house, this.#host, waits, drawSize(this.#draw));
    if (turn === 8) await line.putFirst(house, this.#host);
    if (turn === 9 && !this.#isLate(at) && this.#everyFew("together", 3))
      for (const party of await booked.seatTogether(house)) this.#stays(party);
  }

  /** Every other block is lifted before its time, the others end by it. */
  async #block(at: number): Promise<void> {
    const id = await desk.block(this.#house, this.#host, 40);
    if (id !== undefined && this.#everyFew("lift", 2)) this.#blocks.push({ id, until: at + 20 * minuteMs });
  }
}
