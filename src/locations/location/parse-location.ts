/** Reads the operator's fields of a location over the fields that the location has. The types are checked already. */
import { parseAvailability } from "../../kernel/parse-availability.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { isTimeZone, type Availability } from "../../kernel/wall-time.ts";
import { invalidRequest, type FieldsRefusal } from "../../platform/http/reading/invalid-request.ts";
import { emptyAddress, fieldsOf, type Address, type LocationFields } from "./location.ts";
import { parseProfile, type ProfileInput } from "./profile.ts";

/** Every field may be absent; an address is taken whole, absent lines being null. */
export interface LocationInput extends Partial<
  Omit<LocationFields, "address" | "opening_hours" | "messaging" | "ordering_paused_until" | "busy_until" | "profile">
> {
  readonly address?: Partial<Address>;
  readonly opening_hours?: unknown;
  readonly messaging?: "on" | "off";
  /** ISO 8601. */
  readonly ordering_paused_until?: string | null;
  /** ISO 8601. */
  readonly busy_until?: string | null;
  /** Fields of it that are absent stay. */
  readonly profile?: ProfileInput;
}

export interface LocationIssue {
  /** Dotted, from the body: `body.opening_hours.windows[0].startTime`. */
  readonly path: string;
  readonly message: string;
}

/** Answers the fields as they are to be, or refuses with every issue. */
export function parseLocation(
  present: LocationFields,
  input: LocationInput,
): LocationFields | FieldsRefusal<"invalid_request"> {
  const issues: LocationIssue[] = [];
  const {
    address,
    opening_hours: openingHours,
    messaging,
    ordering_paused_until: pausedUntil,
    busy_until: busyUntil,
    profile,
    ...plain
  } = input;
  if (typeof plain.timezone === "string" && !isTimeZone(plain.timezone)) {
    issues.push({
      path: "body.timezone",
      message: "must be the IANA name of a time zone, for example America/Chicago",
    });
  }
  const fields: LocationFields = fieldsOf({
    ...present,
    ...plain,
    ...(address === undefined ? {} : { address: { ...emptyAddress, ...address } }),
    ...(openingHours === undefined ? {} : { opening_hours: parseOpeningHours(openingHours, issues) }),
    ...(messaging === undefined ? {} : { messaging: messaging === "on" }),
    ...(pausedUntil === undefined
      ? {}
      : { ordering_paused_until: parseInstant("ordering_paused_until", pausedUntil, issues) }),
    ...(busyUntil === undefined ? {} : { busy_until: parseInstant("busy_until", busyUntil, issues) }),
    ...(profile === undefined ? {} : { profile: parseProfile(present.profile, profile, issues) }),
  });
  const alertPhone = parseAlertPhone(plain.alert_phone, fields, issues);
  if (fields.opening_hours !== null && fields.timezone === null) {
    issues.push({ path: "body.opening_hours", message: "needs a timezone: opening hours are local times" });
  }
  return issues.length > 0
    ? invalidRequest(issues)
    : withDependents(present, { ...fields, alert_phone: alertPhone }, input);
}

/** A reason goes with its pause, and an end with its delay: whoever sets another pause or delay says them anew. */
function withDependents(present: LocationFields, fields: LocationFields, input: LocationInput): LocationFields {
  const { ordering_paused_until: pausedUntil, busy_delay_minutes: delay } = fields;
  const keepsReason = input.pause_reason !== undefined || pausedUntil === present.ordering_paused_until;
  const keepsEnd = input.busy_until !== undefined || delay === present.busy_delay_minutes;
  return {
    ...fields,
    pause_reason: pausedUntil !== null && keepsReason ? fields.pause_reason : null,
    busy_until: delay > 0 && keepsEnd ? fields.busy_until : null,
  };
}

/** A phone that is given is read as in the country of the location; one that is kept stays as it is. */
function parseAlertPhone(
  given: string | null | undefined,
  { alert_phone: kept, address }: LocationFields,
  issues: LocationIssue[],
): string | null {
  if (given === undefined || given === null) return kept;
  const phone = normalizePhone(given, address.country, "body.alert_phone");
  if (!isRefusal(phone)) return phone;
  issues.push({ path: "body.alert_phone", message: phone.message.replace("body.alert_phone ", "") });
  return null;
}

function parseInstant(field: string, text: string | null, issues: LocationIssue[]): number | null {
  if (text === null) return null;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    issues.push({ path: `body.${field}`, message: "must be an ISO 8601 instant: 2026-03-01T18:30:00Z" });
    return null;
  }
}

function parseOpeningHours(value: unknown, issues: LocationIssue[]): Availability | null {
  if (value === null) return null;
  const parsed = parseAvailability(value, (pointer, _code, message) => {
    issues.push({ path: `body.opening_hours${dotted(pointer)}`, message });
  });
  return parsed ?? null;
}

/** "/windows/0/startTime" as ".windows[0].startTime". */
function dotted(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("");
}
