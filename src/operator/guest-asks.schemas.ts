/** A guest's requests to restaurants, in the copy of their data: large groups, and alerts for tables. */
import Type, { type Static } from "typebox";
import { alertStatuses, type TableAlert } from "../bookings/alerts/table-alert.ts";
import { groupStatuses, type GroupRequest } from "../bookings/groups/group-request.ts";
import { toIso } from "../kernel/clock.ts";
import { idField, isoInstant, localDate, nullable, oneOf } from "../platform/http/reading/fields.ts";

const text = nullable(Type.String({ maxLength: 2000 }));

export const keptGroupSchema = Type.Object(
  {
    id: idField("grq"),
    location_id: idField("str"),
    status: oneOf(groupStatuses),
    date: localDate("The day that the group asked for."),
    from_time: Type.String({ maxLength: 5, description: "Local, HH:MM." }),
    until_time: Type.String({ maxLength: 5 }),
    party_size: Type.Integer(),
    first_name: Type.String({ maxLength: 200 }),
    last_name: Type.String({ maxLength: 200 }),
    phone: text,
    email: text,
    words: text,
    answer: text,
    created_at: isoInstant("When the group asked."),
  },
  { title: "KeptGroupRequest" },
);

export const keptAlertSchema = Type.Object(
  {
    id: idField("tal"),
    location_id: idField("str"),
    status: oneOf(alertStatuses),
    date: localDate("The service day that the guest wanted."),
    from_at: isoInstant("The first start that suited the guest."),
    until_at: isoInstant("And the last."),
    party_size: Type.Integer(),
    phone: text,
    email: text,
    created_at: isoInstant("When the guest asked."),
  },
  { title: "KeptTableAlert" },
);

/** A request of a group as its guest reads it. */
export function groupToCopy(group: GroupRequest): Static<typeof keptGroupSchema> {
  const { id, location_id, status, from_time, until_time, party_size, words, answer } = group;
  return {
    id,
    location_id,
    status,
    date: group.on_date,
    from_time,
    until_time,
    party_size,
    first_name: group.guest_first_name,
    last_name: group.guest_last_name,
    phone: group.guest_phone,
    email: group.guest_email,
    words,
    answer,
    created_at: toIso(group.created_at),
  };
}

/** An alert as its guest reads it. */
export function alertToCopy(alert: TableAlert): Static<typeof keptAlertSchema> {
  const { id, location_id, status, party_size } = alert;
  return {
    id,
    location_id,
    status,
    date: alert.on_date,
    from_at: toIso(alert.from_at),
    until_at: toIso(alert.until_at),
    party_size,
    phone: alert.guest_phone,
    email: alert.guest_email,
    created_at: toIso(alert.created_at),
  };
}
