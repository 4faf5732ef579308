/** The guests who wait for a table to become free: their times, their sizes, and how to reach them. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { TableAlertWire } from "../../console/stand/stand-alerts.schemas.ts";
import { callConsole } from "../../screens/calls.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { explain } from "../live/acts.screen.ts";
import type { Store } from "../live/store.screen.ts";

interface StoreProps {
  readonly store: Store;
}

export function AlertsDialog({ store }: StoreProps): JSX.Element {
  const { sayGroups: say } = store;
  const [alerts, setAlerts] = useState<readonly TableAlertWire[]>();
  useEffect(() => void readAlerts(store).then(setAlerts), [store.stand.value.alerts]);
  return (
    <Dialog store={store} title={say("alerts.title")}>
      {alerts?.length === 0 && <p class="empty">{say("alerts.none")}</p>}
      <ul class="rows groups">
        {alerts?.map((alert) => (
          <li key={alert.id} class="group">
            <AlertRow store={store} alert={alert} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function AlertRow({ store, alert }: StoreProps & { readonly alert: TableAlertWire }): JSX.Element {
  const { sayGroups: say, formats } = store;
  const [from, until] = [alert.from_at, alert.until_at].map((at) => formats.time(Date.parse(at)));
  return (
    <>
      <h3>
        <time>{formats.day(Date.parse(alert.from_at))}</time> · {say("people", { count: alert.party_size })}
      </h3>
      <p>
        <time>{from}</time>
        {from !== until && (
          <>
            –<time>{until}</time>
          </>
        )}
        {alert.status === "offered" && <> · {say("alerts.offered")}</>}
        {alert.unused_offers > 0 && <> · {say("alerts.unused", { count: alert.unused_offers })}</>}
      </p>
      <p class="phone-number">
        <bdi>{alert.guest.phone ?? alert.guest.email}</bdi>
      </p>
    </>
  );
}

/** None where they cannot be read, and then the stand says why. */
async function readAlerts(store: Store): Promise<readonly TableAlertWire[]> {
  const outcome = await callConsole("GET", `/locations/${store.stand.peek().settings.locationId}/table_alerts`);
  if (outcome.ok) return (outcome.body as { readonly data: readonly TableAlertWire[] }).data;
  return (await explain(store, outcome, () => true)) ? readAlerts(store) : [];
}

/** Leads to the guests who wait, while there are some. */
export function AlertsButton({ store }: StoreProps): JSX.Element | null {
  const count = store.stand.value.alerts;
  if (count === 0) return null;
  return (
    <button
      type="button"
      class="quiet groups-button alerts-button"
      onClick={() => (store.dialog.value = { kind: "alerts" })}
    >
      {store.sayGroups("alerts.open", { count })}
    </button>
  );
}
