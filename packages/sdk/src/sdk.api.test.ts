/** The SDK against the real service: the calls of a first day, and every call of the contract as a method. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { describeSdk, type CallNames, type Contract } from "../../../scripts/sdk/describe-sdk.ts";
import { createOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { refusalCodes, refusalKind } from "../../../src/platform/http/refusals/refusal-catalogue.ts";
import { isMapleError, Maple, type ErrorDetails } from "./sdk.ts";

let service: TestService;
let partner: OrderPartner;
let locationId: string;
let maple: Maple;
before(async () => {
  service = await startService();
  partner = await createOrderPartner(service);
  locationId = await partner.connectedLocation();
  maple = new Maple({ apiKey: partner.app.key, baseUrl: service.url });
});
after(() => service.stop());

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

test("an order from the diner's basket to its completion", async () => {
  const placed = await maple.sandbox.placeOrder({ location_id: locationId });
  assert.match(placed.lastResponse.requestId ?? "", /^req_/);
  const order = await maple.orders.get(placed.id);
  assert.equal(order.status, "PENDING");
  const first = await maple.orders.accept(order.id, { pos_ticket_id: "T-1" }, { idempotencyKey: "accept-1" });
  const again = await maple.orders.accept(order.id, { pos_ticket_id: "T-1" }, { idempotencyKey: "accept-1" });
  assert.equal(first.lastResponse.headers.get("idempotent-replayed"), null);
  assert.equal(again.lastResponse.headers.get("idempotent-replayed"), "true");
  await maple.orders.ready(order.id);
  await maple.orders.complete(order.id);
  assert.equal((await maple.orders.get(order.id)).status, "FULFILLED");
  await assert.rejects(maple.orders.deny(order.id, { reason: "CAPACITY" }), (error: unknown) => {
    assert.ok(isMapleError(error, "illegal_transition"));
    assert.equal(error.details.from_status, "FULFILLED");
    return error.docUrl?.endsWith("/docs/errors/illegal_transition") === true;
  });
});

test("a list gives every order once, page by page", async () => {
  const placed: string[] = [];
  for (let count = 0; count < 3; count++) {
    placed.push((await maple.sandbox.placeOrder({ location_id: locationId })).id);
  }
  const listed: string[] = [];
  for await (const { id } of maple.orders.list({ since: 0 })) listed.push(id);
  assert.deepEqual(
    placed.filter((id) => !listed.includes(id)),
    [],
  );
  assert.equal(new Set(listed).size, listed.length);
  const page = await maple.orders.list({ limit: 2 }).page();
  assert.equal(page.data.length, 2);
});

test("a menu is read, and is null when the version is the one that the caller has", async () => {
  const menu = await maple.menus.get(locationId);
  assert.equal(menu?.object, "menu");
  const etag = menu?.lastResponse.headers.get("etag") ?? "";
  assert.equal(await maple.menus.get(locationId, { if_none_match: etag }), null);
  const sync = await maple.menus.publish(locationId, JSON.parse(read("examples/menus/small-bistro.json")), {
    dry_run: true,
  });
  assert.equal(sync.object, "menu_sync");
});

test("a body that is a list, a picture, and a stream of lines are read as they are", async () => {
  const stock = await maple.stock.list(locationId).page();
  const [first] = stock.data;
  assert.ok(first);
  const changed = await maple.stock.update(locationId, [{ id: first.id, stockStatus: "out_of_stock" }]);
  assert.equal(changed.object, "list");
  assert.match(await maple.deliveryZones.preview(locationId), /^<svg/);
  const control = new AbortController();
  const stream = maple.webhookEvents.stream({ forward_to: "http://127.0.0.1:9/hooks" }, { signal: control.signal });
  for await (const line of stream) {
    assert.equal(line.object, "listening");
    break;
  }
  control.abort();
});

test("the generated files are what the contract says (npm run openapi writes them)", () => {
  const names = JSON.parse(read("packages/sdk/call-names.json")) as CallNames;
  const { version } = JSON.parse(read("packages/sdk/package.json")) as { readonly version: string };
  const contract = JSON.parse(read("openapi/partner.json")) as Contract;
  const files = describeSdk(contract, names, version);
  for (const [name, text] of files) assert.equal(read(`packages/sdk/src/generated/${name}`), text, name);
  const { ping: _, ...rest } = names["app"] ?? {};
  assert.throws(() => describeSdk(contract, { ...names, app: rest }, version), /names no method for ping/);
  for (const [resource, methods] of Object.entries(names)) {
    const bound = Reflect.get(maple, resource) as object;
    assert.deepEqual(Object.keys(bound), Object.keys(methods));
  }
  const stated = JSON.parse(read("packages/names.json")) as { readonly sdk: string };
  assert.equal((JSON.parse(read("packages/sdk/package.json")) as { readonly name: string }).name, stated.sdk);
});

test("the details of every code of the contract are typed, field by field", () => {
  const source = read("packages/sdk/src/error-details.ts");
  const partnerCodes = new Set(
    (JSON.parse(read("openapi/partner.json")) as PartnerErrors).components.schemas.Error.properties.code[
      "x-extensible-enum"
    ],
  );
  const body = source.slice(source.indexOf("interface ErrorDetails"), source.indexOf("/** The details of a code"));
  const typed = [...body.matchAll(/^  readonly (\w+):/gm)].map(([, code = ""]) => code);
  const wanted = refusalCodes.filter((code) => partnerCodes.has(code) && refusalKind(code).details !== undefined);
  assert.deepEqual(typed.toSorted(), wanted.toSorted());
  for (const code of wanted) {
    const from = body.indexOf(`  readonly ${code}:`);
    const rest = body.slice(from + 3);
    const own = rest.slice(0, rest.search(/^  readonly /m) < 0 ? undefined : rest.search(/^  readonly /m));
    const shared = [...own.matchAll(/\b(Revisions|Reason)\b/g)].map(
      ([, name]) => source.slice(source.indexOf(`interface ${name} {`)).split("}")[0],
    );
    for (const field of refusalKind(code).details ?? []) {
      assert.match(own + shared.join(""), new RegExp(`readonly ${field}\\??:`), `${code}.${field}`);
    }
  }
  const narrowed: ErrorDetails["stale_configuration"] = { expected: 1, actual: 2 };
  assert.equal(narrowed.actual, 2);
});

interface PartnerErrors {
  readonly components: {
    readonly schemas: {
      readonly Error: { readonly properties: { readonly code: { readonly "x-extensible-enum": readonly string[] } } };
    };
  };
}
