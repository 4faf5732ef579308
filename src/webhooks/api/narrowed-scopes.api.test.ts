import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { exampleEvent } from "../../docs-pages/event-examples.ts";
import type { Id } from "../../kernel/id.ts";
import type { Scope } from "../../platform/http/scopes.ts";
import type { NewEvent } from "../ledger/record-event.command.ts";
import type { SubscribableEventType } from "../subscriptions/event-types.ts";
import { startWebhookApi, type WebhookApi } from "./webhook-api.fixture.ts";

let api: WebhookApi;
let locationId: Id<"str">;

before(async () => {
  api = await startWebhookApi();
  locationId = await createLocation(api.service.database);
  await change("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [api.app.id, locationId]);
});
after(() => api.stop());

async function change(text: string, values: readonly unknown[]): Promise<void> {
  await api.service.database.transaction(async (tx) => void (await tx.rows(text, values)));
}

const narrowTo = (...scopes: Scope[]): Promise<void> =>
  change("UPDATE apps SET scopes = $2 WHERE id = $1", [api.app.id, ["webhooks:read", ...scopes]]);

/** Records an event as a feature does while the app has every scope. */
async function record(eventType: SubscribableEventType, resourceType: NewEvent["resourceType"], data: object) {
  return api.record({ locationId, eventType, resourceType, data });
}

const read = async (id: string) => (await api.call("GET", `/v1/webhook_events/${id}`)).body.data;

for (const [type, resourceType] of [
  ["booking.changed", "booking"],
  ["waitlist_entry.created", "waitlist_entry"],
] as const)
  test(`${type} shows what the scopes of its app allow now (rules/webhooks 8.5)`, async () => {
    const example = exampleEvent(type).data as { readonly guest: object; readonly status: string };
    const guest = { ...example.guest, phone: "+33142600143", phone_last_four: "0143", email: "ada@example.com" };
    const was = type === "booking.changed" ? { changed: ["guest"], previous: { guest } } : {};
    const data: Record<string, unknown> = { ...example, guest, ...was };
    const id = await record(type, resourceType, data);
    for (const scope of ["bookings:write", "bookings:manage"] as const) {
      await narrowTo(scope);
      assert.deepEqual(await read(id), data, scope);
    }
    await narrowTo("bookings:read");
    const masked = { ...guest, phone: null, email: null };
    const withoutContact = { ...data, guest: masked, ...("previous" in was ? { previous: { guest: masked } } : {}) };
    assert.deepEqual(await read(id), withoutContact);
    const [listed] = (await api.call("GET", `/v1/webhook_events?event_type=${type}`)).body.data;
    assert.deepEqual(listed.data, withoutContact);
    await narrowTo("orders:read", "bookings:configure");
    const { object, id: resourceId, location_id, status, version } = data;
    const left = { object, id: resourceId, location_id, status, ...(version === undefined ? {} : { version }) };
    assert.deepEqual(await read(id), left);
  });

test("an order to be validated is shown to apps that read or decide orders (rules/webhooks 8.5)", async () => {
  const { data } = exampleEvent("order.validation_requested");
  assert.ok(data !== null && "order_id" in data);
  const id = await record("order.validation_requested", "order", data);
  for (const scope of ["orders:read", "orders:write"] as const) {
    await narrowTo(scope);
    assert.deepEqual(await read(id), data, scope);
  }
  await narrowTo("bookings:manage");
  assert.deepEqual(await read(id), { order_id: data.order_id });
});
