/** Orders and settings of a board for tests, and for the pictures of the documentation. */
import { newId } from "../../kernel/id.ts";
import type { BoardOrder, BoardSettings, BoardSnapshot } from "../../console/board/board-wire.schemas.ts";

/** 22 November 2026, 18:30 in Lisbon. */
export const eveningMs = 1_795_372_200_000;
const evening = eveningMs / 1_000;

export const someSettings: BoardSettings = {
  object: "board_settings",
  location_id: newId("str"),
  name: "Tasca da Esquina",
  timezone: "Europe/Lisbon",
  status: "active",
  order_routing: "manual",
  connected_app: null,
  decision_timeout: "reject",
  preparation_minutes: 20,
  busy_delay_minutes: 0,
  ordering_paused_until: null,
  tomorrow_at: evening + 57_600,
  alert_phone: null,
  auto_pause_after: 3,
  decision_window_seconds: 360,
};

type Line = BoardOrder["line_items"][number];

/** A line of an order: so many of a dish, with choices by name. */
export function someLine(
  quantity: number,
  name: string,
  choices: readonly string[] = [],
  notes: string | null = null,
): Line {
  return {
    id: newId("oli"),
    name,
    menu_entity_id: name.toLowerCase().replaceAll(" ", "-"),
    item_menu_entity_id: name.toLowerCase().replaceAll(" ", "-"),
    quantity,
    base_price: 1_200,
    total: 1_200 * quantity,
    discount: 0,
    tax: 0,
    tax_included: 0,
    notes,
    modifiers: choices.map((choice) => ({
      name: choice,
      menu_entity_id: choice.toLowerCase(),
      quantity: 1,
      price: 0,
      free_quantity: 0,
      modifiers: [],
    })),
  };
}

/** An order that was handed over to staff at `eveningMs` and waits for their decision, with other values where given. */
export function someOrder(changed: Partial<BoardOrder> = {}): BoardOrder {
  const lines = changed.line_items ?? [someLine(1, "Tomato soup")];
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  return {
    object: "order",
    id: newId("ord"),
    created: evening,
    updated_at: new Date(eveningMs).toISOString(),
    status: "PENDING",
    payment_status: "paid",
    location_id: someSettings.location_id,
    fulfillment_type: "pickup",
    display_number: "A-101",
    confirmation_code: "7KQ4MXRT",
    language: null,
    customer: { name: "Inês Duarte", phone_last_four: "0144" },
    line_items: lines,
    totals: {
      currency: "EUR",
      subtotal: total,
      discount: 0,
      tax: 0,
      tax_included: 0,
      surcharge: 0,
      tip: 0,
      delivery_fee: 0,
      delivery_tip: 0,
      total,
    },
    delivery_address: null,
    scheduled_for: null,
    notes: null,
    external_id: null,
    estimated_ready_at: null,
    decision_deadline: evening + 360,
    denial: null,
    cancellation: null,
    payment: { provider: "test", status: "paid", payment_link_url: null, refunded: 0 },
    changes: [],
    sequence: 1,
    receiver: "staff",
    handed_over_at: evening,
    staff_from: evening,
    seen_until: null,
    printed: 0,
    updated_by: { kind: "diner", id: null, name: null },
    ...changed,
  };
}

/** An accepted order, due in so many minutes. */
export function acceptedOrder(minutes: number, changed: Partial<BoardOrder> = {}): BoardOrder {
  return someOrder({
    status: "ACCEPTED",
    estimated_ready_at: evening + minutes * 60,
    decision_deadline: evening + 300,
    staff_from: null,
    updated_by: { kind: "person", id: null, name: "Rui" },
    ...changed,
  });
}

export function someSnapshot(orders: readonly BoardOrder[], sequence = 10): BoardSnapshot {
  return { object: "board_snapshot", sequence, now_ms: eveningMs, settings: someSettings, orders: [...orders] };
}
