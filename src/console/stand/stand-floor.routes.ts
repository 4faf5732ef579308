/** The tables of a location for its hosts and managers: the state of each, blocks, and their positions (rules/stand 2 and 4). */
import { blockTables, liftBlock } from "../../bookings/blocks/block-tables.command.ts";
import { findBlock, listBlocks } from "../../bookings/blocks/list-blocks.query.ts";
import type { FloorPlan } from "../../floor/floor-plan.ts";
import { floorPlanBody, floorPlanSchema } from "../../floor/floor-plan.schemas.ts";
import { floorSchema } from "../../floor/floor.schemas.ts";
import { createFloorReader } from "../../floor/read-floor.query.ts";
import { floorPlanToWire, readFloorPlan } from "../../floor/read-floor-plan.query.ts";
import { saveFloorPlan } from "../../floor/save-floor-plan.command.ts";
import type { LocationPermits } from "../../bookings/make/wait-for-location.query.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { authorOf } from "../board/board-settings.routes.ts";
import { namesOf } from "../bookings/read-bookings.query.ts";
import { requireHost, staffOf, standRoles } from "../bookings/stand-access.ts";
import { blockBody } from "./stand-calls.schemas.ts";
import { findStand } from "./stand-line.routes.ts";
import { standDayOf } from "../bookings/stand-day.ts";
import { blockToWire } from "./stand-wire.ts";
import { tableBlockSchema } from "./stand-wire.schemas.ts";

const managers = ["manager"] as const;
const stand = {
  tag: "Stand",
  access: { kind: "console", needs: "actor", roles: standRoles },
  params: { locationId: idField("str") },
} as const;
const found = ["not_found", "role_required"] as const;
const unfit = ["capability_unsupported", "configuration_missing"] as const;

const floorRoute = defineRoute({
  ...stand,
  method: "GET",
  path: "/console/v1/locations/{locationId}/floor",
  operationId: "consoleReadFloor",
  summary: "Read what every table is doing",
  description: "As apps read it. Screens work it out from the snapshot and the stream instead.",
  success: { 200: floorSchema },
  refusals: [...found, ...unfit],
});

const listRoute = defineRoute({
  ...stand,
  method: "GET",
  path: "/console/v1/locations/{locationId}/table_blocks",
  operationId: "consoleListTableBlocks",
  summary: "List the blocks that are not over",
  description: "By their start, those of the next 30 days.",
  success: { 200: listOf(tableBlockSchema) },
  refusals: found,
});

const blockRoute = defineRoute({
  ...stand,
  method: "POST",
  path: "/console/v1/locations/{locationId}/table_blocks",
  operationId: "consoleBlockTables",
  summary: "Take tables out of use for a while",
  description:
    "All of them, or none: 409 `slot_unavailable` names in `details.conflicts` who has one of them within the time. Nobody is moved. Send an Idempotency-Key: the tables are blocked once.",
  body: blockBody,
  success: { 201: tableBlockSchema },
  refusals: [...found, ...unfit, "invalid_request", "slot_unavailable"],
});

const liftRoute = defineRoute({
  ...stand,
  method: "DELETE",
  path: "/console/v1/table_blocks/{blockId}",
  operationId: "consoleLiftTableBlock",
  summary: "End a block now",
  description: "Its tables are free at once. A block that is over stays as it is.",
  params: { blockId: idField("blk") },
  success: { 200: tableBlockSchema },
  refusals: found,
});

const planRoute = defineRoute({
  ...stand,
  method: "GET",
  path: "/console/v1/locations/{locationId}/floor_plan",
  operationId: "consoleReadFloorPlan",
  summary: "Read where the tables stand",
  description:
    "Every table of the booking configuration; one that nobody has placed stands on a grid below the others.",
  success: { 200: floorPlanSchema },
  refusals: found,
});

const savePlanRoute = defineRoute({
  ...stand,
  access: { kind: "console", needs: "actor", roles: managers },
  method: "PUT",
  path: "/console/v1/locations/{locationId}/floor_plan",
  operationId: "consoleSaveFloorPlan",
  summary: "Save where the tables stand",
  description:
    "The whole plan. Places of tables that the booking configuration does not have now are kept for when it has them again.",
  body: floorPlanBody,
  success: { 200: floorPlanSchema },
  refusals: [...found, ...unfit, "invalid_request", "stale_version"],
});

const monthMs = 30 * 24 * 3_600_000;

/** The routes of tables, blocks and the plan. */
export function standFloorRoutes({ permits }: { readonly permits: LocationPermits }): BoundRoute[] {
  const reader = createFloorReader();
  return [
    bindRead(floorRoute, async (call, _db, snapshot) => {
      const drawn = await snapshot(async (db) => {
        const here = await findStand(db, call);
        return isRefusal(here) ? here : reader.get(db, here.state);
      });
      return isRefusal(drawn) ? drawn : reply(200, drawn.floor);
    }),
    bindRead(listRoute, async (call, db) => {
      const here = await findStand(db, call);
      if (isRefusal(here)) return here;
      const { now } = here.state;
      const until = Math.max(standDayOf(here.state)?.until ?? now, now + monthMs);
      const blocks = await listBlocks(db, call.params.locationId, { from: now, until });
      const names = await namesOf(db, blocks.map(actedOn));
      return reply(200, wholeList(blocks.map((block) => blockToWire(block, names))));
    }),
    bindWrite(
      blockRoute,
      async (call, tx) => {
        const here = await findStand(tx, call);
        if (isRefusal(here)) return here;
        const { unit_ids: unitIds, from, until, reason = null } = call.body;
        const times = { from: from === undefined ? null : Date.parse(from), until: Date.parse(until) };
        const block = await blockTables(tx, here.state, { unitIds, ...times, reason }, staffOf(here.acting));
        if (isRefusal(block)) return block;
        return reply(201, blockToWire(block, await namesOf(tx, [actedOn(block)])));
      },
      { permit: (call) => permits.at(call.params.locationId) },
    ),
    bindWrite(liftRoute, async ({ console: caller, params: { blockId } }, tx) => {
      const block = await findBlock(tx, blockId);
      const acting = block === undefined ? undefined : requireHost(caller, block.location_id);
      if (block === undefined || acting === undefined || (isRefusal(acting) && acting.code === "not_found"))
        return refuse("not_found", `there is no block ${blockId}`);
      if (isRefusal(acting)) return acting;
      const lifted = await liftBlock(tx, block);
      return reply(200, blockToWire(lifted, await namesOf(tx, [actedOn(lifted)])));
    }),
    bindRead(planRoute, async (call, _db, snapshot) =>
      snapshot(async (db) => {
        const here = await findStand(db, call);
        if (isRefusal(here)) return here;
        const plan = await readFloorPlan(db, call.params.locationId);
        return reply(200, floorPlanToWire(plan, here.state, await namesOf(db, [savedBy(plan)])));
      }),
    ),
    bindWrite(savePlanRoute, async (call, tx) => {
      const acting = requireRoleAt(call.console, call.params.locationId, managers);
      if (isRefusal(acting)) return acting;
      const here = await findStand(tx, call);
      if (isRefusal(here)) return here;
      const { units, walls = [], labels = [], expected_revision: expectedRevision } = call.body;
      const document = { units: units.map((unit) => ({ ...unit, rotation: unit.rotation ?? 0 })), walls, labels };
      const by = { ...authorOf(acting, call.requestId), by: acting.actor };
      const saved = await saveFloorPlan(tx, here.state, { document, expectedRevision, by });
      if (isRefusal(saved)) return saved;
      return reply(200, floorPlanToWire(saved, here.state, await namesOf(tx, [savedBy(saved)])));
    }),
  ];
}

const actedOn = (block: { readonly created_by: Parameters<typeof namesOf>[1][number]["acted_by"] }) => ({
  acted_by: block.created_by,
});

const savedBy = ({ saved_by: by }: FloorPlan) => ({ acted_by: by });
