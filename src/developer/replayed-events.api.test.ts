/** What the dashboard says of an event that is sent again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp, type TestApp } from "../../test/harness/factories.ts";
import { createPerson, ownOrigin, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";
import { newId, type Id } from "../kernel/id.ts";
import { recordEvent } from "../webhooks/ledger/record-event.command.ts";

let service: TestService;
let app: TestApp;
let dana: TestPerson;
let eventId: Id<"evt">;
before(async () => {
  service = await startService();
  app = await createApp(service.database);
  dana = await createPerson(service.database, [{ role: "developer", app: app.id }], { name: "Dana" });
  const resourceId = newId("ord");
  eventId = await service.database.transaction((tx) =>
    recordEvent(tx, {
      appId: app.id,
      eventType: "order.paid",
      locationId: null,
      resourceType: "order",
      resourceId,
      resourcePath: `/v1/orders/${resourceId}`,
      idempotencyKey: `order:${resourceId}:paid`,
      sequence: 1,
      data: null,
      created: Date.parse("2026-03-01T12:00:00Z"),
    }),
  );
});
after(() => service.stop());

/** Presses the button, as a browser without script, and answers the page that it leads to. */
async function sendAgain(): Promise<string> {
  const headers = { ...ownOrigin, cookie: `maple_session=${dana.token}` };
  const path = `${service.url}/developer/${app.id}/events/${eventId}/replay`;
  const pressed = await fetch(path, { method: "POST", redirect: "manual", headers, body: new URLSearchParams() });
  const page = await fetch(new URL(pressed.headers.get("location") ?? "", service.url), { headers });
  assert.equal(page.status, 200);
  return page.text();
}

test("sent again, an event says who hears it, or that nobody received it and what to do (rules/webhooks 9.3)", async () => {
  assert.match(await sendAgain(), /role="alert"[^]*No endpoint and no open listener: nobody received the event\./);

  const listener = new AbortController();
  const stream = await fetch(`${service.url}/v1/webhook_events/stream?forward_to=http://localhost:3000`, {
    headers: { authorization: `Bearer ${app.key}` },
    signal: listener.signal,
  });
  assert.equal(stream.status, 200);
  const heard = await sendAgain();
  assert.match(heard, /role="status"[^]*1 open listener hears the event again\./);
  assert.match(heard, /No endpoint wants this type · 1 open listener hears this type/);
  assert.doesNotMatch(heard, /0 deliveries/);
  const path = `/console/v1/apps/${app.id}/events/${eventId}`;
  assert.equal((await service.call("GET", path, { key: dana.token })).body.listeners, 1);

  const body = { notification_url: "http://127.0.0.1:9/hook", event_types: ["order.paid"] };
  const subscribed = await service.call("POST", "/v1/webhook_subscriptions", { key: app.key, body });
  const both = await sendAgain();
  assert.match(both, /1 delivery is on its way\.[^]*1 open listener hears the event again\./);
  // Held until here: of an answer that nobody holds, the collector of garbage ends the stream.
  assert.equal(stream.bodyUsed, false);
  listener.abort();

  const { id } = subscribed.body.subscription;
  const disabled = { key: app.key, body: { status: "disabled" } };
  assert.equal((await service.call("PATCH", `/v1/webhook_subscriptions/${id}`, disabled)).status, 200);
  await waitUntilTrue(async () => (await service.call("GET", path, { key: dana.token })).body.listeners === 0);
  assert.match(await sendAgain(), /role="alert"[^]*Nobody received the event\. Its endpoints have it already/);
});
