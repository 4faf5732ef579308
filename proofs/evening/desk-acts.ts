/** Other acts of hosts: bookings by telephone, and blocks. */
import type { CallAnswer } from "../../test/harness/service.ts";
import { checkRefused, followRepairs, taken } from "./booking-acts.ts";
import type { Host, House } from "./house.ts";
import { sorted, type Party } from "./model.ts";
import { minuteMs, tables } from "./restaurant.ts";

/** Books for a guest on the telephone; with `override` at a start that guests are not offered. */
export async function bookByPhone(
  house: House,
  host: Host,
  size: number,
  startsAt: number,
  override: readonly string[],
): Promise<Party | undefined> {
  house.tick();
  const body = {
    starts_at: new Date(startsAt).toISOString(),
    party_size: size,
    guest: { first_name: "Phone" },
    venue_notes: "called",
  };
  const send = (more: object): Promise<CallAnswer> =>
    house.call(host, "POST", house.at("bookings"), { ...body, ...more });
  if (override.length > 0) {
    const refused = await send({});
    if (refused.status < 300)
      house.model.violation(`a start outside of the rules was booked without override: ${refused.text.slice(0, 120)}`);
  }
  const free = house.model.freeFor(size, startsAt);
  const answer = house.known(host, await send(override.length > 0 ? { override } : {}));
  checkRefused(house, "telephone booking", answer, free);
  await followRepairs(house);
  const act = override.length > 0 ? "telephone with override" : "telephone";
  return taken(house, act, answer, { status: "confirmed", size, startsAt, venueNotes: "called" });
}

/** Blocks a table for a while; a table where a party sits is refused and names the party. */
export async function block(house: House, host: Host, minutes: number): Promise<string | undefined> {
  const now = house.tick();
  const until = Math.floor(now / minuteMs) * minuteMs + minutes * minuteMs;
  const sits = house.model.of("in_service")[0];
  const send = (unit: string): Promise<CallAnswer> =>
    house.call(host, "POST", house.at("table_blocks"), {
      unit_ids: [unit],
      until: new Date(until).toISOString(),
      reason: "spill",
    });
  if (sits !== undefined) {
    const refused = await send(sits.units[0] ?? "");
    if (refused.status !== 409)
      house.model.violation(`a table where a party sits was blocked: ${refused.text.slice(0, 120)}`);
    else house.count("block where a party sits, refused");
  }
  const unit = tables.findLast(({ unitId }) => house.model.isFree([unitId], { from: now, until }))?.unitId;
  if (unit === undefined) return undefined;
  const answer = await send(unit);
  checkRefused(house, "block", answer, [unit]);
  if (answer.status >= 300) return undefined;
  house.count("block");
  const { id, from, unit_ids: units } = answer.body;
  if (sorted(units) !== unit) house.model.violation(`block ${id} has ${sorted(units)}`);
  house.model.blocks.set(id, { id, units, from: Date.parse(from), until });
  return id;
}

/** Lifts a block. */
export async function unblock(house: House, host: Host, id: string): Promise<void> {
  const answer = await house.call(host, "DELETE", `/table_blocks/${id}`);
  if (answer.status >= 300) return house.model.violation(`block ${id} was not lifted: ${answer.text.slice(0, 120)}`);
  house.count("unblock");
  house.model.blocks.delete(id);
}
