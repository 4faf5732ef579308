/** Orders and settings on the wire of the board. Pure. */
import { toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import { nextServiceDay } from "../../kernel/wall-time.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { maskPhone } from "../../messaging/message/message.ts";
import { staffMayDecideFrom } from "../../orders/staff/staff-window.ts";
import type { BoardOrder } from "../../orders/order/order.ts";
import { decisionWindowMs } from "../../orders/order/hand-over.ts";
import { orderToWire, type WireContext } from "../../orders/order/order-wire.ts";
import type * as wire from "./board-wire.schemas.ts";

export interface BoardContext extends WireContext {
  /** Of people, devices and apps, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether an app is connected that hears of orders. */
  readonly appHears: boolean;
}

/** Writes an order for the board. */
export function orderToBoard(order: BoardOrder, context: BoardContext): wire.BoardOrder {
  const { livemode: _livemode, updated: _updated, ...shared } = orderToWire(order, context);
  const from = staffMayDecideFrom(order, context.appHears);
  return {
    ...shared,
    handed_over_at: seconds(order.handed_over_at),
    // Rounded up, but where staff may decide from the first second.
    staff_from: from === null || from === order.handed_over_at ? seconds(from) : Math.ceil(from / 1000),
    seen_until: seconds(order.seen_until),
    printed: order.printed,
    updated_by: partyOf(order, context.names),
  };
}

/** Writes the settings of a location for the board. */
export function settingsToBoard(location: LocationSettings, appName: string | null): wire.BoardSettings {
  const timezone = location.timezone ?? "UTC";
  const app = location.connected_app_id;
  return {
    object: "board_settings",
    location_id: location.id,
    name: location.name,
    timezone,
    status: location.status,
    order_routing: location.order_routing,
    connected_app: app === null ? null : { id: app, name: appName ?? app },
    decision_timeout: location.decision_timeout,
    preparation_minutes: location.preparation_minutes,
    busy_delay_minutes: location.busy_delay_minutes,
    ordering_paused_until: seconds(location.ordering_paused_until),
    tomorrow_at: toUnixSeconds(nextServiceDay(location.opening_hours, timezone, location.now)),
    alert_phone: location.alert_phone === null ? null : maskPhone(location.alert_phone),
    auto_pause_after: location.auto_pause_after,
    decision_window_seconds: decisionWindowMs / 1000,
  };
}

const kinds = { partner: "app", store: "person", diner: "diner", service: "service" } as const;

function partyOf({ updated_by, acted_by }: BoardOrder, names: BoardContext["names"]): wire.ActingParty {
  const kind = acted_by === null || acted_by.kind === "system" ? kinds[updated_by] : acted_by.kind;
  const id = acted_by?.id ?? null;
  return { kind, id, name: id === null ? null : (names.get(id) ?? null) };
}

function seconds(instant: Instant | null): number | null {
  return instant === null ? null : toUnixSeconds(instant);
}
