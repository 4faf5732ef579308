/** The example partner with one mistake each, and the scenario that finds it. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Maple } from "@maple-partners/sdk";
import type { PartnerOptions } from "../../examples/partner-app/partner.ts";
import { heedEvent } from "../../examples/partner-app/partner.ts";
import { verify, type ReceivedEvent } from "@maple-partners/sdk/webhooks";
import type { Profile } from "../../src/certification/report.ts";
import type { Bend, BentCall } from "./bend-calls.ts";

export interface Variant {
  readonly name: string;
  readonly profile: Profile;
  /** The scenarios that it fails, mostly one. */
  readonly fails: readonly string[];
  readonly bend?: Bend;
  /** What it does about events; made once for a partner. */
  readonly heed?: (maple: Maple) => NonNullable<PartnerOptions["heed"]>;
  readonly verify?: PartnerOptions["verify"];
  readonly catchUpMs?: number;
  /** Types that it subscribes to besides those of the example. */
  readonly moreTypes?: readonly string[];
}

const isCall = (call: BentCall, method: string, path: RegExp): boolean =>
  call.method === method && path.test(call.path);

/** Leaves a field of a body away. */
const without =
  (path: RegExp, field: string): Bend =>
  (call, send) => {
    if (isCall(call, "POST", path) && call.body !== undefined) delete call.body[field];
    return send(call);
  };

let accepting: Promise<unknown> = Promise.resolve();
const menuPath = /\/menu$/;

const ordering: readonly Omit<Variant, "profile">[] = [
  { name: "accepts without a ticket", fails: ["ord-accept"], bend: without(/\/accept$/, "pos_ticket_id") },
  {
    name: "never completes",
    fails: ["ord-progress"],
    bend: async (call, send) => {
      if (!isCall(call, "POST", /\/complete$/)) return send(call);
      const [, orderId = ""] = /orders\/(\w+)\//.exec(call.path) ?? [];
      return Response.json({ object: "order_decision", order_id: orderId, decision: "complete", status: "received" });
    },
  },
  { name: "denies without naming the item", fails: ["ord-deny"], bend: without(/\/deny$/, "out_of_stock") },
  {
    name: "decides what was cancelled in the meantime",
    fails: ["ord-cancel-before"],
    bend: async (call, send) => {
      // Longer than a cancellation takes to arrive, and what is on its way then.
      if (isCall(call, "POST", /\/accept$/)) await pause(8_000);
      return send(call);
    },
  },
  {
    name: "goes on cooking after a cancellation",
    fails: ["ord-cancel-after"],
    heed: () => (event, kitchen) => {
      if (event.event_type !== "order.cancelled") heedEvent(event, kitchen);
    },
  },
  {
    name: "decides each event",
    fails: ["ord-resend"],
    heed: (maple) => {
      const known = new Set<string>();
      return (event, kitchen) => {
        if (event.event_type === "order.notification" && known.has(event.resource_id)) {
          maple.orders.accept(event.resource_id, {}, { idempotencyKey: event.event_id }).catch(() => {});
        }
        known.add(event.resource_id);
        heedEvent(event, kitchen);
      };
    },
  },
  {
    name: "decides at the placing",
    fails: ["ord-scheduled"],
    moreTypes: ["order.created"],
    heed: (maple) => (event, kitchen) => {
      if (event.event_type !== "order.created") return heedEvent(event, kitchen);
      const early = async (): Promise<void> => {
        const order = await maple.orders.get(event.resource_id);
        if (order.scheduled_for !== null)
          await maple.orders.accept(order.id, {}, { idempotencyKey: `early:${order.id}` });
      };
      early().catch(() => {});
    },
  },
  {
    name: "takes five seconds for each order, one after the other",
    // What it has read it decides five seconds later, whatever came meanwhile.
    fails: ["ord-cancel-before", "ord-burst"],
    bend: async (call, send) => {
      if (isCall(call, "POST", /\/accept$/)) await (accepting = accepting.then(() => pause(5_000)));
      return send(call);
    },
  },
];

const faulty: readonly Omit<Variant, "profile">[] = [
  {
    name: "answers before it verifies",
    fails: ["ord-forged", "ord-stale"],
    verify: async ({ body }) => JSON.parse(Buffer.from(body as Uint8Array).toString()) as ReceivedEvent,
  },
  {
    name: "takes deliveries of any age",
    fails: ["ord-stale"],
    verify: (delivery) => verify({ ...delivery, toleranceSeconds: Infinity }),
  },
  { name: "never looks for orders", fails: ["ord-dropped"], catchUpMs: 3_600_000 },
  {
    name: "repeats under a new key",
    fails: ["ord-lost-answer", "ord-error", "ord-rate"],
    bend: (call, send) => {
      if (isCall(call, "POST", /\/accept$/)) call.headers["idempotency-key"] = randomUUID();
      return send(call);
    },
  },
  {
    name: "repeats before the time of Retry-After",
    fails: ["ord-rate"],
    bend: async (call, send) => {
      const answer = await send(call);
      if (answer.status === 429) answer.headers.delete("retry-after");
      return answer;
    },
  },
  {
    name: "repeats at once, again and again",
    fails: ["ord-error", "ord-rate"],
    bend: async (call, send) => {
      let answer = await send(call);
      for (let more = 0; more < 6 && (answer.status === 429 || answer.status === 500); more++)
        answer = await send(call);
      return answer;
    },
  },
  {
    name: "sends no keys",
    fails: ["ord-lost-answer", "ord-error", "ord-rate", "all-keys"],
    bend: (call, send) => {
      delete call.headers["idempotency-key"];
      return send(call);
    },
  },
];

const menus: readonly Omit<Variant, "profile">[] = [
  {
    name: "names its items anew with every publish",
    fails: ["menu-noop"],
    bend: (call, send) => {
      const categories = call.body?.["categories"];
      if (isCall(call, "POST", menuPath) && Array.isArray(categories)) {
        const [first] = categories as [Record<string, unknown>];
        first["externalId"] = `heading-${randomUUID()}`;
      }
      return send(call);
    },
  },
  {
    name: "sends a refused menu again",
    fails: ["menu-invalid"],
    bend: async (call, send) => {
      const answer = await send(call);
      if (!isCall(call, "POST", menuPath) || answer.status !== 400) return answer;
      call.headers["idempotency-key"] = randomUUID();
      return send(call);
    },
  },
  {
    name: "forgets the job",
    fails: ["menu-async"],
    bend: async (call, send) => {
      const answer = await send(call);
      if (!isCall(call, "POST", menuPath) || answer.status !== 202) return answer;
      return Response.json({ ...((await answer.json()) as object), status: "completed" });
    },
  },
];

/** The answer to the first search of the partner that searches once. */
let oldSearch: Promise<string> | undefined;

const bookings: readonly Omit<Variant, "profile">[] = [
  {
    name: "books without a hold",
    // A hold that ended is what book-gone begins with.
    fails: ["book-flow", "book-gone"],
    bend: async (call, send) => {
      if (isCall(call, "POST", /\/booking_holds$/)) {
        return Response.json(
          { object: "booking_hold", id: `slot:${String(call.body?.["slot_token"])}` },
          { status: 201 },
        );
      }
      const { body } = call;
      if (isCall(call, "POST", /\/bookings$/) && body !== undefined) {
        body["slot_token"] = String(body["hold_id"]).replace(/^slot:/, "");
        delete body["hold_id"];
      }
      return send(call);
    },
  },
  {
    name: "books from an old search",
    // What it found is out of date in every scenario after the first.
    fails: ["book-gone", "book-stale", "book-lost", "book-pending", "book-cancel"],
    bend: async (call, send) => {
      if (!isCall(call, "GET", /\/booking_availability$/)) return send(call);
      // What was found once is taken for true ever after.
      oldSearch ??= (await send(call)).text();
      return new Response(await oldSearch, { headers: { "content-type": "application/json" } });
    },
  },
  {
    name: "books under a new key each time",
    fails: ["book-lost", "book-pending"],
    bend: (call, send) => {
      if (isCall(call, "POST", /\/bookings$/)) call.headers["idempotency-key"] = randomUUID();
      return send(call);
    },
  },
  {
    name: "changes without reading",
    fails: ["book-stale"],
    bend: async (call, send) => {
      if (isCall(call, "GET", /\/bookings\/bkg_\w+$/)) return Response.json({ object: "booking", version: 1 });
      if (isCall(call, "POST", /\/change$/) && call.body !== undefined) delete call.body["expected_version"];
      return send(call);
    },
  },
];

/** All variants. */
export const variants: readonly Variant[] = [
  ...[...ordering, ...faulty].map((variant) => ({ ...variant, profile: "ordering" as const })),
  ...menus.map((variant) => ({ ...variant, profile: "menus" as const })),
  ...bookings.map((variant) => ({ ...variant, profile: "bookings" as const })),
];
