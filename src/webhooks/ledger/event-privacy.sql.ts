/** What an app may read of the data of its events now (rules/webhooks 8.4 to 8.6). */
import { bookingScopes, contactScopes, orderScopes, type Scope } from "../../platform/http/scopes.ts";

/** What an app always reads of its events at a location. */
const idsAndStatus = ["object", "id", "order_id", "location_id", "status", "payment_status", "sequence", "version"];

/** Of the guest of a booking or an entry; names and the last four digits of the phone are no contact. */
const contact = ["phone", "email"];

const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(", ");

/**
 * The data of an event `e` as its app may read the data now: whole; without the guest's contact; or ids and status only,
 * where the grant is gone or no scope of the app shows such a thing. Grant and scopes are one value and no EXISTS: for a page
 * of events PostgreSQL would read all grants of all apps into a hash first.
 */
export function dataToRead(e: string): string {
  return `CASE CASE WHEN ${e}.location_id IS NULL OR ${e}.event_type = 'store.deprovisioned' THEN 'whole' ELSE (${granted(e)}) END
      WHEN 'whole' THEN ${e}.data WHEN 'without contact' THEN (${withoutContact(e)}) ELSE (${withIdsAlone(e)}) END`;
}

/** How much an app with the grant may read; null is ids and status. */
function granted(e: string): string {
  const ofBookings = `WHEN ${hasOneOf(contactScopes)} THEN 'whole' WHEN ${hasOneOf(bookingScopes)} THEN 'without contact'`;
  const ofOrders = `WHEN ${hasOneOf(orderScopes)} THEN 'whole'`;
  const byScopes = (cases: string): string => `SELECT CASE ${cases} END FROM apps a WHERE a.id = ${e}.app_id`;
  return `SELECT CASE WHEN ${e}.resource_type IN ('booking', 'waitlist_entry') THEN (${byScopes(ofBookings)})
        WHEN ${e}.event_type = 'order.validation_requested' THEN (${byScopes(ofOrders)}) ELSE 'whole' END
      FROM grants g WHERE g.app_id = ${e}.app_id AND g.location_id = ${e}.location_id`;
}

/** What a scope would open, it opens to an enabled app only (rules/webhooks 8.6). */
function hasOneOf(scopes: readonly Scope[]): string {
  return `a.status = 'enabled' AND a.scopes && ARRAY[${quoted(scopes)}]`;
}

/** The guest as it is, and as it was before a change. */
function withoutContact(e: string): string {
  const guest = (of: string): string => `(SELECT json_object_agg(part.key,
        CASE WHEN part.key IN (${quoted(contact)}) THEN 'null'::json ELSE part.value END) FROM json_each(${of}.value) AS part)`;
  const previous = `(SELECT coalesce(json_object_agg(old.key, CASE old.key WHEN 'guest' THEN ${guest("old")} ELSE old.value END), '{}')
        FROM json_each(field.value) AS old)`;
  return `SELECT json_object_agg(field.key,
        CASE field.key WHEN 'guest' THEN ${guest("field")} WHEN 'previous' THEN ${previous} ELSE field.value END)
      FROM json_each(${e}.data) AS field`;
}

function withIdsAlone(e: string): string {
  return `SELECT json_object_agg(field.key, field.value) FROM json_each(${e}.data) AS field
      WHERE field.key IN (${quoted(idsAndStatus)})`;
}
