/** What the dashboard says of a try whose time has come. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, createApp, createLocation, type TestApp } from "../../test/harness/factories.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { smallMenu } from "../../test/harness/small-menu.ts";

let service: TestService;
let app: TestApp;
let dana: TestPerson;
let eventId: string;
before(async () => {
  service = await startService();
  app = await createApp(service.database);
  dana = await createPerson(service.database, [{ role: "developer", app: app.id }]);
  const here = await createLocation(service.database);
  await connect(service.database, app, here);
  const body = { notification_url: "http://127.0.0.1:9/hook", event_types: ["menu.sync_completed"] };
  await service.call("POST", "/v1/webhook_subscriptions", { key: app.key, body });
  await service.call("POST", `/v1/locations/${here}/menu`, { key: app.key, body: smallMenu });
  const ofApp = `/console/v1/apps/${app.id}/events`;
  eventId = (await service.call("GET", `${ofApp}?limit=1`, { key: dana.token })).body.data[0].event_id;
});
after(() => service.stop());

async function open(path: string): Promise<string> {
  const headers = { cookie: `maple_session=${dana.token}` };
  return (await fetch(`${service.url}/developer/${app.id}${path}`, { headers })).text();
}

// The service of this test has no worker: what is due stays due.
test("a try whose time has come is due now, and not at a time that is over", async () => {
  const isDueIn = (span: string) =>
    service.database.transaction((tx) =>
      tx.rows(`UPDATE deliveries SET next_at = now() + $2::interval WHERE event_id = $1 AND state = 'pending'`, [
        eventId,
        span,
      ]),
    );
  await isDueIn("1 hour");
  assert.match(await open(""), /1 delivery waits; the next try is at \d{4}/);
  assert.match(await open(`/events/${eventId}`), /The next try is at \d{4}/);
  await isDueIn("-1 minute");
  assert.match(await open(""), /1 delivery waits; the next try is due now\./);
  assert.match(await open(`/events/${eventId}`), /The next try is due now\./);
});
