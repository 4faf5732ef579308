/** Bodies and answers of the staff's acts at the order board. Decisions answer as the partner's calls do. */
import Type from "typebox";
import { exactlyOneOf, idField, nullable, textField, unixSeconds } from "../../platform/http/reading/fields.ts";
import { denyBody, cancelBody } from "../../orders/api/orders.schemas.ts";
import { unavailableItemsBody } from "../../orders/api/item-changes.schemas.ts";
import { boardOrderSchema, boardSettingsSchema } from "./board-wire.schemas.ts";

const closed = { additionalProperties: false } as const;

const readyIn = {
  minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 240, description: "From now until it is ready." })),
  at: Type.Optional(unixSeconds("When it is ready, in the future and within 240 minutes of now or of its time.")),
};

/** POST …/accept: `minutes` or `at`. */
export const acceptBody = Type.Object(
  { ...readyIn, pos_ticket_id: Type.Optional(textField(255)) },
  { ...closed, ...exactlyOneOf("minutes", "at") },
);
/** POST …/ready_time: `minutes` or `at`. */
export const readyTimeBody = Type.Object(readyIn, { ...closed, ...exactlyOneOf("minutes", "at") });
/** POST …/deny. */
export const staffDenyBody = Type.Object(denyBody.properties, closed);
/** POST …/cancel. */
export const staffCancelBody = Type.Object(cancelBody.properties, closed);
/** POST …/unavailable_items. */
export const staffUnavailableBody = Type.Object(unavailableItemsBody.properties, closed);

/** POST …/pause: `minutes` or `until_tomorrow`. */
export const pauseBody = Type.Object(
  {
    minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1440 })),
    until_tomorrow: Type.Optional(
      Type.Literal(true, { description: "Until the first opening of the next service day." }),
    ),
  },
  { ...closed, ...exactlyOneOf("minutes", "until_tomorrow") },
);
/** POST …/busy_delay. */
export const busyDelayBody = Type.Object(
  { minutes: Type.Integer({ minimum: 0, maximum: 120, multipleOf: 5 }) },
  closed,
);
/** What pause, resume and busy_delay answer. */
export const settingsAnswer = boardSettingsSchema;

/** POST …/ready_time answers this. */
export const readyTimeAnswer = Type.Object(
  {
    object: Type.Literal("order_ready_time"),
    order_id: idField("ord"),
    estimated_ready_at: unixSeconds("When the diner is told that it is ready."),
  },
  { title: "OrderReadyTime" },
);
/** GET …/order_search answers this. */
export const orderSearchAnswer = Type.Object(
  {
    object: Type.Literal("order_search"),
    data: Type.Array(boardOrderSchema),
    looked_back_to: nullable(
      unixSeconds("When the oldest order was placed that was looked at; null where there is none."),
    ),
    next: nullable(idField("ord")),
  },
  { title: "OrderSearch" },
);
/** POST …/seen answers this. */
export const seenAnswer = Type.Object(
  {
    object: Type.Literal("order_seen"),
    order_id: idField("ord"),
    seen_until: unixSeconds("Until then no tablet rings for the order."),
  },
  { title: "OrderSeen" },
);
/** POST …/printed answers this. */
export const printedAnswer = Type.Object(
  {
    object: Type.Literal("order_printed"),
    order_id: idField("ord"),
    printed: Type.Integer({ minimum: 1, description: "How many tickets were printed, this one included." }),
  },
  { title: "OrderPrinted" },
);

/** A row of PATCH …/stock_status: an id and a status, and with out_of_stock when it comes back. */
export const restockField = Type.Union([
  unixSeconds("When the dish is in stock again by itself."),
  Type.Literal("tomorrow", { description: "The first opening of the next service day." }),
  Type.Null(),
]);
