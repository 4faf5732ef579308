/** The routes by which a program takes tables out of use for a while: the same blocks as the hosts' (rules/stand 2). */
import Type, { type Static } from "typebox";
import { fromIso, toIso } from "../../kernel/clock.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { blockTables, liftBlock } from "../blocks/block-tables.command.ts";
import { findBlock, listBlocks } from "../blocks/list-blocks.query.ts";
import type { TableBlock } from "../blocks/table-block.ts";
import type { LocationPermits } from "../make/wait-for-location.query.ts";
import { requireNative } from "../venue/native-only.ts";
import { getGrantedVenueState } from "../venue/venue.query.ts";

const path = "/v1/locations/{locationId}/table_blocks";
const shared = { tag: "Bookings", budget: "bookings", params: { locationId: idField("str") } } as const;
const manage = { kind: "app", scope: "bookings:manage" } as const;
const monthMs = 30 * 24 * 3_600_000;

export const tableBlockShape = Type.Object(
  {
    object: Type.Literal("table_block"),
    id: idField("blk"),
    livemode: Type.Boolean(),
    location_id: idField("str"),
    unit_ids: Type.Array(Type.String({ maxLength: 100 })),
    from: isoInstant("From when on nobody can have the tables."),
    until: isoInstant("Until when; of a block that was lifted, when that was."),
    local_start: Type.String({
      maxLength: 25,
      description: "The beginning by the clock on the wall, with the offset.",
    }),
    local_end: Type.String({ maxLength: 25, description: "The end, written alike." }),
    reason: nullable(Type.String({ maxLength: 500 })),
    created_by: oneOf(["partner", "store"], "Who blocked the tables: an app, or the restaurant."),
  },
  { title: "TableBlockOfLocation" },
);

const blockBody = Type.Object(
  {
    unit_ids: Type.Array(textField(100), { minItems: 1, maxItems: 10, uniqueItems: true }),
    from: Type.Optional(isoInstant("From when on; from now on when absent, or when it is past.")),
    until: isoInstant("At most 24 hours later."),
    reason: Type.Optional(textField(200, { form: "trimmed" })),
  },
  { title: "BlockTablesInput" },
);

export const tableBlockExample = {
  object: "table_block",
  id: "blk_01k0w3h8r6w2f9k4x1p7z5b0da",
  livemode: false,
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  unit_ids: ["t4", "t5"],
  from: "2026-03-06T18:00:00.000Z",
  until: "2026-03-06T22:00:00.000Z",
  local_start: "2026-03-06T19:00:00+01:00",
  local_end: "2026-03-06T23:00:00+01:00",
  reason: "A private party",
  created_by: "partner",
};

const list = defineRoute({
  ...shared,
  method: "GET",
  path,
  operationId: "listTableBlocks",
  summary: "List the blocks of tables",
  description: "Those that are not over and begin within 30 days, whoever made them, by their start.",
  access: { kind: "app", scope: "bookings:read" },
  success: { 200: listOf(tableBlockShape) },
  refusals: ["not_found", "capability_unsupported", "configuration_missing"],
  example: { response: wholeList([tableBlockExample]) },
});

const block = defineRoute({
  ...shared,
  method: "POST",
  path,
  operationId: "blockTables",
  summary: "Take tables out of use for a while",
  description:
    "All of them, or none: 409 `slot_unavailable` names in `details.conflicts` who has one of them within the time. Nobody is moved. The floor shows the tables as out_of_service. No event is sent.",
  access: manage,
  body: blockBody,
  success: { 201: tableBlockShape },
  refusals: ["not_found", "capability_unsupported", "configuration_missing", "invalid_request", "slot_unavailable"],
  example: {
    request: { unit_ids: ["t4", "t5"], from: tableBlockExample.from, until: tableBlockExample.until },
    response: { ...tableBlockExample, reason: null },
  },
});

const lift = defineRoute({
  ...shared,
  method: "DELETE",
  path: `${path}/{blockId}`,
  operationId: "liftTableBlock",
  bodyEmpty: true,
  summary: "End a block now",
  description: "Whoever made it. Its tables are free at once. A block that is over stays as it is.",
  access: manage,
  params: { locationId: idField("str"), blockId: idField("blk") },
  success: { 200: tableBlockShape },
  refusals: ["not_found", "capability_unsupported", "configuration_missing"],
  example: {
    response: { ...tableBlockExample, until: "2026-03-06T20:12:00.000Z", local_end: "2026-03-06T21:12:00+01:00" },
  },
});

/** A block as apps see it: whether an app or the restaurant made it, and no name. */
export function tableBlockToWire(
  found: TableBlock,
  timeZone: string,
  livemode: boolean,
): Static<typeof tableBlockShape> {
  return {
    object: "table_block",
    id: found.id,
    livemode,
    location_id: found.location_id,
    unit_ids: [...found.unit_ids],
    from: toIso(found.starts_at),
    until: toIso(found.ends_at),
    local_start: localTimeOf(timeZone, found.starts_at),
    local_end: localTimeOf(timeZone, found.ends_at),
    reason: found.reason,
    created_by: found.created_by?.kind === "app" ? "partner" : "store",
  };
}

/** The routes, bound. */
export function tableBlockRoutes({ permits }: { readonly permits: LocationPermits }): BoundRoute[] {
  const zoneOf = (location: { readonly timezone: string | null }): string => location.timezone ?? "UTC";
  return [
    bindRead(list, async ({ app, livemode, params: { locationId } }, db) => {
      const state = await getGrantedVenueState(db, app.id, locationId);
      if (isRefusal(state)) return state;
      const { location, now } = state;
      const native = requireNative(location, "blocking tables");
      if (isRefusal(native)) return native;
      const blocks = await listBlocks(db, locationId, { from: now, until: now + monthMs });
      const data = blocks.map((found) => tableBlockToWire(found, zoneOf(location), livemode));
      return reply(200, wholeList(data));
    }),
    bindWrite(
      block,
      async ({ app, livemode, params: { locationId }, body }, tx) => {
        const state = await getGrantedVenueState(tx, app.id, locationId);
        if (isRefusal(state)) return state;
        const { unit_ids: unitIds, from, until, reason = null } = body;
        const times = { from: from === undefined ? null : fromIso(from), until: fromIso(until) };
        const made = await blockTables(tx, state, { unitIds, ...times, reason }, { kind: "app", id: app.id });
        return isRefusal(made) ? made : reply(201, tableBlockToWire(made, zoneOf(state.location), livemode));
      },
      { permit: (call) => permits.at(call.params.locationId) },
    ),
    bindWrite(lift, async ({ app, livemode, params: { locationId, blockId } }, tx) => {
      const state = await getGrantedVenueState(tx, app.id, locationId);
      if (isRefusal(state)) return state;
      const native = requireNative(state.location, "blocking tables");
      if (isRefusal(native)) return native;
      const found = await findBlock(tx, blockId);
      if (found?.location_id !== locationId)
        return refuse("not_found", `location ${locationId} has no block ${blockId}`);
      return reply(200, tableBlockToWire(await liftBlock(tx, found), zoneOf(state.location), livemode));
    }),
  ];
}
