import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Order, OrderLine } from "./order.ts";

/** What whoever pays an order is shown of it: nothing says whose order it is. */
export interface OrderDescription {
  readonly location_id: Id<"str">;
  readonly menu_version_id: Id<"mnv">;
  readonly display_number: string;
  readonly venue: string | null;
  /** The name that a receipt needs, and the tax number. */
  readonly legal_name: string | null;
  readonly tax_id: string | null;
  readonly place_line: string | null;
  readonly country: string | null;
  readonly place_language: string | null;
  /** What the order was made in; null: nobody said. */
  readonly language: GuestLanguage | null;
  /** Until when it can be paid, in the clock of the location. */
  readonly payment_deadline: Instant | null;
  readonly timezone: string | null;
  readonly denial_reason: string | null;
  readonly fulfillment_type: Order["fulfillment_type"];
  readonly scheduled_for: Instant | null;
  readonly line_items: readonly OrderLine[];
  readonly totals: Order["totals"];
}

const describeOrderStatement = defineStatement({
  name: "describe-order",
  prepare: false,
  takes: ["text"],
  gives: row<OrderDescription>({
    location_id: "text",
    menu_version_id: "text",
    display_number: "text",
    venue: "text",
    legal_name: "text",
    tax_id: "text",
    place_line: "text",
    country: "text",
    place_language: "text",
    language: "text",
    payment_deadline: "timestamptz",
    timezone: "text",
    denial_reason: "text",
    fulfillment_type: "text",
    scheduled_for: "timestamptz",
    line_items: "jsonb",
    totals: "jsonb",
  }),
  text: `SELECT o.location_id, o.menu_version_id, o.display_number, l.name AS venue, l.profile->>'legal_name' AS legal_name,
      l.profile->>'tax_id' AS tax_id, concat_ws(', ', nullif(l.address->>'line1', ''), nullif(l.address->>'line2', ''),
        nullif(concat_ws(' ', l.address->>'postal_code', l.address->>'city'), '')) AS place_line,
      l.address->>'country' AS country, l.language AS place_language, o.language, o.payment_deadline, l.timezone,
      o.denial->>'reason' AS denial_reason, o.fulfillment_type, o.scheduled_for, o.line_items, o.totals
    FROM orders o JOIN locations l ON l.id = o.location_id WHERE o.id = $1`,
});

/** What a diner recognises an order by, and what is to be said of its payment. */
export function describeOrder(db: Db, orderId: Id<"ord">): Promise<OrderDescription> {
  return db.one(describeOrderStatement, [orderId]);
}

export interface OrderContact {
  /** E.164; orders of before phones were read have any text. */
  readonly phone: string;
  readonly email: string | null;
}

const contactStatement = defineStatement({
  name: "find-order-contact",
  prepare: false,
  takes: ["text"],
  gives: row<OrderContact>({ phone: "text", email: "text" }),
  text: `SELECT customer->>'phone' AS phone, customer->>'email' AS email FROM orders WHERE id = $1`,
});

/** How the diner of an order is reached. */
export function getOrderContact(db: Db, orderId: Id<"ord">): Promise<OrderContact> {
  return db.one(contactStatement, [orderId]);
}
