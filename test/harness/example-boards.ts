/** Example orders of the pictures in docs/board.md. */
import type { BoardOrder } from "../../src/console/board/board-wire.schemas.ts";
import { acceptedOrder, eveningMs, someLine, someOrder } from "../../src/board/state/board.fixture.ts";

const evening = eveningMs / 1_000;

const guest = (name: string): { customer: BoardOrder["customer"] } => ({
  customer: { name, phone_last_four: "0144" },
});

/** A kitchen at half past six: something in each column, one order nearly too late. */
export function busyEvening(): BoardOrder[] {
  return [...newOrders(), ...ordersUnderWay(), ...otherOrders()];
}

function newOrders(): BoardOrder[] {
  return [
    someOrder({
      ...guest("Inês Duarte"),
      display_number: "A-118",
      decision_deadline: evening + 70,
      line_items: [
        someLine(
          2,
          "Bistro burger (Double)",
          ["Medium rare", "Sweet potato fries", "No onions"],
          "One without sauce: mustard allergy",
        ),
        someLine(1, "Lemonade"),
      ],
    }),
    someOrder({
      ...guest("Jonas Lindqvist"),
      display_number: "A-119",
      fulfillment_type: "delivery",
      payment_status: "pay_in_store",
      decision_deadline: evening + 307,
      delivery_address: {
        street: "Rua Domingos Sequeira 38",
        unit: "2 Esq",
        city: "Lisboa",
        state: "",
        postal_code: "1350-122",
        notes: "Ring twice, the bell is quiet",
      },
      line_items: [someLine(1, "Octopus rice"), someLine(3, "Custard tart")],
    }),
  ];
}

function ordersUnderWay(): BoardOrder[] {
  return [
    acceptedOrder(-4, {
      ...guest("Sofia Almeida"),
      display_number: "A-112",
      line_items: [someLine(1, "Codfish à Brás"), someLine(1, "Green salad", ["Dressing aside"])],
    }),
    acceptedOrder(6, {
      ...guest("Maria do Carmo Albuquerque"),
      display_number: "A-114",
      fulfillment_type: "delivery",
      notes: "Cutlery for four",
      line_items: [someLine(4, "Piri-piri chicken", ["Extra hot"]), someLine(2, "Fries")],
    }),
    acceptedOrder(18, {
      ...guest("Tom Baker"),
      display_number: "A-116",
      payment_status: "pay_in_store",
      line_items: [someLine(1, "Tomato soup")],
    }),
    acceptedOrder(-2, {
      ...guest("Ana Sousa"),
      display_number: "A-109",
      status: "READY",
      line_items: [someLine(2, "Francesinha")],
    }),
    acceptedOrder(-9, {
      ...guest("Luc Martin"),
      display_number: "A-107",
      status: "IN_DELIVERY",
      fulfillment_type: "delivery",
      line_items: [someLine(1, "Grilled sardines")],
    }),
  ];
}

function otherOrders(): BoardOrder[] {
  const later = { handed_over_at: null, decision_deadline: null, staff_from: null };
  return [
    someOrder({ ...guest("Eva Klein"), ...later, display_number: "A-121", scheduled_for: evening + 5_400 }),
    someOrder({ ...guest("Pedro Reis"), display_number: "A-101", status: "FULFILLED" }),
    someOrder({
      ...guest("Nora Byrne"),
      display_number: "A-102",
      status: "REJECTED",
      denial: { reason: "CAPACITY", out_of_stock: [] },
    }),
  ];
}

/** Long names, choices and notes: nothing is cut. */
export function longNames(): BoardOrder[] {
  return [
    someOrder({
      ...guest("Wolfeschlegelsteinhausenbergerdorff-Ridderbos van der Nieuwenhuijzen"),
      display_number: "DELIVERY-2026-118",
      line_items: [
        someLine(
          12,
          "Slow-roasted Transmontana-style kid goat with wood-fired potatoes and turnip greens (family size)",
          ["Donaudampfschifffahrtsgesellschaftskapitänssauce without anything on top", "Extra bread"],
          "Cut the bread into thin slices, put the sauce in a box of its own, and write “Happy birthday Anneliese” on it",
        ),
      ],
    }),
  ];
}

/** An order for an office: twelve lines, and another order after it. */
export function longOrder(): BoardOrder[] {
  const lines = Array.from({ length: 12 }, (_, index) =>
    someLine(index + 1, `Lunch box ${index + 1}`, ["Green salad", "Still water"], index === 11 ? "no nuts" : null),
  );
  return [
    someOrder({ ...guest("Rita Nunes"), display_number: "A-130", line_items: lines }),
    someOrder({ ...guest("Sven Olsen"), display_number: "A-131", line_items: [someLine(1, "Tomato soup")] }),
  ];
}
