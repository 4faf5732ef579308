/**
 * Acts on orders of staff that nobody looks at (rules/board 3). Guarantees: staff are told of an order once, by one text
 * for all waiting orders of their location. Several undecided orders in a row pause ordering until tomorrow; a longer
 * pause stays. Each location is its own transaction; after a failed run the next one does the same work.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { pauseOrderingUntilTomorrow } from "../../locations/settings/change-ordering.command.ts";
import { queueMessage } from "../../messaging/queue/queue-message.command.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { listToPause, listUnattended, takeAlerts, takeToPause, type UnattendedLocation } from "./attendance.sql.ts";

const batch = 50;
/** After the decision window the text says nothing any more. */
const alertWithinSeconds = 300;

/** Tells staff, and pauses where nobody decides; answers true when there may be more. */
export async function attendOrders(database: Database): Promise<boolean> {
  const [unattended, toPause] = [await listUnattended(database.read, batch), await listToPause(database.read, batch)];
  for (const location of unattended) await database.transaction((tx) => alertStaff(tx, location));
  for (const id of toPause) await database.transaction((tx) => pause(tx, id));
  return unattended.length === batch || toPause.length === batch;
}

async function alertStaff(tx: Tx, { location_id, alert_phone, orders }: UnattendedLocation): Promise<void> {
  const told = await takeAlerts(tx, orders);
  const [first] = told;
  if (first === undefined) return;
  await queueMessage(tx, {
    locationId: location_id,
    subjectId: first.id,
    occasion: "waits",
    phone: alert_phone,
    values: { kind: "staff_alert", orders: told.length, number: first.display_number },
    sendWithinSeconds: alertWithinSeconds,
  });
}

async function pause(tx: Tx, locationId: Id<"str">): Promise<void> {
  if (!(await takeToPause(tx, locationId))) return;
  const refused = await pauseOrderingUntilTomorrow(tx, locationId, { actor: "undecided orders", requestId: null });
  if (isRefusal(refused)) throw new Error(refused.message);
}
