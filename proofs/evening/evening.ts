/** The evening from the first booking to the last party that leaves, in steps of five minutes. */
import { seededRandom } from "../../examples/menus/draw-menu.ts";
import { compareAll } from "./agreement.ts";
import * as booked from "./booking-acts.ts";
import { proveNoticed } from "./control.ts";
import { House } from "./house.ts";
import { Service } from "./service-hours.ts";
import { drawMoments, drawOf, drawPlan, drawSize, type Draw } from "./plans.ts";
import { minuteMs } from "./restaurant.ts";

export const counts = { partner: 160, phone: 20, walkIns: 40, queue: 30 } as const;
const hourMs = 60 * minuteMs;

/** What has to be done at least once, each of it. */
const everyAct = [
  "partner booking",
  "guest cancels",
  "seat by rule",
  "seat at chosen tables",
  "walk-in by rule",
  "walk-in at chosen tables",
  "walk-in sent twice",
  "walk-in at a taken table, refused",
  "queue with estimate",
  "queue with a quote by hand",
  "queue by the partner",
  "remote party at a closed line, refused",
  "queue edited",
  "queue, another place",
  "queue, seated by rule",
  "queue, seated at chosen tables",
  "queue, removed",
  "queue opened",
  "queue closed",
  "notify",
  "late",
  "no_show",
  "complete",
  "venue_cancel",
  "move",
  "swap",
  "party size",
  "notes",
  "block",
  "unblock",
  "block where a party sits, refused",
  "telephone",
  "telephone with override",
  "undo seat",
  "undo walk-in",
  "undo complete",
  "undo no_show",
  "undo venue_cancel",
  "undo queue seat, by the booking",
  "undo queue seat, by the entry",
  "undo queue removal",
  "undo queue expiry",
  "stale version, read anew",
  "two hosts at once, one stale",
  "two hosts at once, one table",
];

/** Runs it; answers every violation. */
export async function runEvening(seed: number, say: (line: string) => void): Promise<string[]> {
  const house = await House.open();
  try {
    const draw = drawOf(seededRandom(seed));
    const service = new Service(house, draw);
    const opens = await bookAhead(house, service, draw);
    say(`${house.model.parties.size} bookings by the partner; the doors open at ${new Date(opens).toISOString()}`);
    await live(house, service, draw, opens, say);
    summarize(house, say);
    const { violations } = house.model;
    const phoned = (house.done.get("telephone") ?? 0) + (house.done.get("telephone with override") ?? 0);
    if (phoned < counts.phone) violations.push(`only ${phoned} of ${counts.phone} bookings by telephone were made`);
    const last = house.model.of("in_service").length + house.model.of("confirmed").length;
    if (last > 0) violations.push(`${last} parties are still there or expected`);
    for (const act of everyAct) if (!house.done.has(act)) violations.push(`never done: ${act}`);
    violations.push(...(await proveNoticed(house, { from: opens - hourMs, until: opens + 40 * hourMs }, say)));
    return violations;
  } finally {
    await house.partner.service.stop();
  }
}

/** The partner books the dinner of tomorrow; answers when the first service opens. */
async function bookAhead(house: House, service: Service, draw: Draw): Promise<number> {
  await house.goTo();
  const options = { days: 1, from: "17:00", until: "22:31" };
  const [first] = await house.partner.search(house.locationId, 2, options);
  if (first === undefined) throw new Error("no table is offered for tomorrow");
  for (let tries = 0; house.model.parties.size < counts.partner && tries < 400; tries++) {
    const size = drawSize(draw);
    const slots = await house.partner.search(house.locationId, size, options);
    const slot = slots[draw(0, Math.max(1, slots.length))];
    if (slot === undefined) continue;
    const guest = { first_name: "Booked", last_name: `No ${tries}`, phone: `+33142${String(600_000 + tries)}` };
    const made = await house.partner.call("POST", "/v1/bookings", { slot_token: slot.slot_token, guest });
    const startsAt = Date.parse(slot.starts_at);
    const party = booked.taken(house, "partner booking", made, { status: "confirmed", size, startsAt, version: 1 });
    if (party === undefined) house.model.violation(`a slot that was offered was refused: ${made.text.slice(0, 200)}`);
    else service.plans.set(party.id, drawPlan(draw));
    await booked.followRepairs(house);
  }
  return Date.parse(first.starts_at);
}

async function live(
  house: House,
  service: Service,
  draw: Draw,
  opens: number,
  say: (line: string) => void,
): Promise<void> {
  service.walkIns.push(...drawMoments(draw, counts.walkIns, opens, opens + 5.5 * hourMs));
  service.joins.push(...drawMoments(draw, counts.queue, opens + 1.5 * hourMs, opens + 4.5 * hourMs));
  service.calls.push(...drawMoments(draw, counts.phone, opens - 0.5 * hourMs, opens + 3.5 * hourMs));
  let before = 0;
  for (let at = opens - 0.75 * hourMs; at < opens + 7.75 * hourMs; at += 5 * minuteMs) {
    await house.goTo(at);
    await service.step(at);
    if (at % (15 * minuteMs) !== 0) continue;
    // A minute later nothing ends while it is read: what was done at a step ends at one.
    await house.goTo(at + minuteMs);
    const { compared, disagreements } = await compareAll(house, { from: opens - hourMs, until: opens + 9 * hourMs });
    for (const disagreement of disagreements) house.model.violation(disagreement);
    const [sits, comes, waits] = [
      house.model.of("in_service").length,
      house.model.of("confirmed").length,
      house.model.inLine().length,
    ];
    say(`${new Date(at).toISOString().slice(11, 16)} ${service.takeDone()}`);
    const found = house.model.violations.length - before;
    const words =
      found === 0 ? `all ${compared} agree` : `${disagreements.length} of ${compared} DISAGREE, ${found} violations`;
    say(`      ${sits} sit, ${comes} are expected, ${waits} wait: ${words}`);
    before = house.model.violations.length;
  }
}

function summarize(house: House, say: (line: string) => void): void {
  const list = (of: ReadonlyMap<string, number>): string =>
    [...of]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, times]) => `${name} ${times}`)
      .join("; ");
  say(`done: ${list(house.done)}`);
  say(`refused: ${list(house.refused)}`);
}
