/** Wire shapes of guests who wait for a table, for hosts. */
import Type, { type Static } from "typebox";
import { alertStatuses } from "../../bookings/alerts/table-alert.ts";
import { idField, isoInstant, localDate, nullable, oneOf } from "../../platform/http/reading/fields.ts";

const text = nullable(Type.String({ maxLength: 2000 }));

export const tableAlertSchema = Type.Object(
  {
    object: Type.Literal("table_alert"),
    id: idField("tal"),
    location_id: idField("str"),
    status: oneOf(alertStatuses, "Live ones are `waiting`, or `offered` while a table is kept for the guest."),
    date: localDate("The service day that the guest wants."),
    from_at: isoInstant("The first start that suits the guest."),
    until_at: isoInstant("And the last."),
    party_size: Type.Integer({ minimum: 1 }),
    area_id: nullable(Type.String({ maxLength: 100, description: "Null: anywhere." })),
    guest: Type.Object({ phone: text, email: text }),
    unused_offers: Type.Integer({ minimum: 0, description: "Tables that were kept and not taken." }),
    created_at: isoInstant("When the guest asked, in the clock of the location."),
  },
  { title: "TableAlert" },
);

export type TableAlertWire = Static<typeof tableAlertSchema>;
