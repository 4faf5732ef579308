/** The address of a delivery on the pages, as a browser without script asks for it (rules/ordering 14.10 and 14.11). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { foreignTexts } from "../../../test/harness/foreign-text.ts";
import { hiddenOf } from "../../../test/harness/guest-forms.ts";
import { createOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { createGeocoder } from "../../addresses/geocoder.client.ts";
import { createPlaceTokens } from "../../addresses/place-token.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { readerOf } from "../../pages/reader.ts";
import { createLog } from "../../platform/log.ts";
import { invented, openChezAda } from "./chez-ada.fixture.ts";
import { readAddressStep } from "./address-step.query.ts";

let service: TestService;
let partner: OrderPartner;
let here: string;
let logged = "";

before(async () => {
  const log = createLog("trace", { write: (line: string) => void (logged += line) });
  service = await startService({ log, settings: { geocoder: invented } });
  partner = await createOrderPartner(service);
  here = await openChezAda(partner);
});
after(() => service.stop());

function parsedId(text: string): Id<"str"> {
  const parsed = parseId("str", text);
  assert.ok(parsed.kind === "ok");
  return parsed.id;
}

interface Sent {
  readonly status: number;
  readonly to: string | null;
  readonly cookie: string;
  readonly text: string;
}

/** Sends the form of the page and does not go where the answer leads. */
async function send(
  fields: readonly (readonly [string, string])[] | Record<string, string>,
  query = "",
): Promise<Sent> {
  const answer = await fetch(`${service.url}/store/${here}/address${query}`, {
    method: "POST",
    body: new URLSearchParams(fields as Record<string, string>),
    headers: { "sec-fetch-site": "same-origin", "accept-language": "en" },
    redirect: "manual",
  });
  const { status, headers } = answer;
  const cookie = /^place=[^;]*/.exec(headers.get("set-cookie") ?? "")?.[0] ?? "";
  return { status, to: headers.get("location"), cookie, text: await answer.text() };
}

const open = (path: string, cookie = "") => service.call("GET", path, { headers: { cookie } });
const choicesOf = (text: string): string[] =>
  [...text.matchAll(/type="radio" name="place" value="([^"]+)"/g)].map(([, token = ""]) => token);

test("a misspelt address is shown as choices, and the one that is chosen shows fee, minimum and minutes above the menu", async () => {
  const asked = await send({ do: "find", address: "1 rue de lillas", back: "menu" });
  assert.equal(asked.status, 200);
  assert.match(asked.text, /1 Rue des Lilas, 75003 Paris/);
  const [token = ""] = choicesOf(asked.text);
  const chosen = await send({ do: "choose", place: token, back: "menu" });
  assert.deepEqual([chosen.status, chosen.to], [303, `/store/${here}`]);
  const menu = await open(`/store/${here}`, chosen.cookie);
  assert.match(menu.text, /Delivery to <bdi translate="no">1 Rue des Lilas, 75003 Paris<\/bdi>/);
  assert.match(menu.text, /Delivery fee €3\.50 · free from €40\.00 · minimum order €15\.00 · 25 to 40 minutes/);
  const changed = await open(`/store/${here}/address`, chosen.cookie);
  assert.match(changed.text, /value="1 Rue des Lilas, 75003 Paris"/);
  const pickup = await send({ do: "pickup", back: "menu" });
  assert.deepEqual([pickup.to, pickup.cookie], [`/store/${here}`, "place="]);
});

test("an address that no zone reaches is said, with the ways on", async () => {
  const [token = ""] = choicesOf((await send({ do: "find", address: "39 allée des cerisiers" })).text);
  const refused = await send({ do: "choose", place: token });
  assert.deepEqual([refused.status, refused.cookie], [422, ""]);
  assert.match(
    refused.text,
    /We do not deliver to <bdi translate="no">39 Allée des Cerisiers[^<]*<\/bdi>\. Enter another address/,
  );
  assert.match(refused.text, /Pick up instead/);
});

for (const [fields, sentence] of [
  [{ do: "find", address: "1" }, "Enter street, number and town."],
  [{ do: "find", address: "Nowhere Boulevard 9999" }, "We could not find this address. Check it, or set the pin."],
  [{ do: "choose", place: "x.y" }, "Your address was kept for a day only."],
  [{ do: "hand", street: "", city: "Paris" }, "Enter street and number."],
  [{ do: "hand", street: "5 Rue X", city: " " }, "Enter the town."],
] as const)
  test(`${JSON.stringify(fields)}: 422 and ${sentence}`, async () => {
    const refused = await send(fields);
    assert.deepEqual([refused.status, refused.cookie], [422, ""]);
    assert.ok(refused.text.includes(sentence), sentence);
  });

test("fields of another form are given back as they were, with the address", async () => {
  const carried = [
    ["b", '{"soup":2}'],
    ["name", "Ana <b>"],
    ["note", "Ring"],
    ["note", "Call"],
    ["how", "pickup"],
  ] as const;
  const [token = ""] = choicesOf((await send({ do: "find", address: "1 rue des lilas" })).text);
  const asked = await send([...carried, ["back", "checkout"], ["do", "change"]]);
  assert.match(asked.text, /name="name" value="Ana &lt;b&gt;"/);
  const set = await send([...carried, ["back", "checkout"], ["do", "choose"], ["place", token]]);
  assert.equal(set.status, 200);
  assert.match(set.cookie, /^place=.+/);
  const back = `/store/${here}/checkout`;
  const shown = hiddenOf({ ...set, headers: new Headers(), body: undefined }, back);
  assert.deepEqual([shown["b"], shown["how"], shown["place"]], ["{&quot;soup&quot;:2}", "delivery", token]);
  assert.equal(set.text.match(/name="note"/g)?.length, 2);
});

test("an address that was written in full has no exact place until the pin is set", async () => {
  const near = await send({ do: "hand", street: "5 Impasse Neuve", city: "Paris", postal_code: "75003", state: "x" });
  assert.deepEqual([near.status, near.cookie], [200, ""]);
  assert.match(near.text, /5 Impasse Neuve, 75003 Paris/);
  const start = hiddenOf({ ...near, headers: new Headers(), body: undefined }, "/store/");
  assert.match(
    near.text,
    /<input\s+type="image"[^>]*src="\/store\/[^"]*\/address\/ground\?at=48\.8638,2\.3615&amp;zoom=13"/,
  );
  const unmoved = await send({ ...start, do: "pin" });
  assert.deepEqual([unmoved.status, unmoved.cookie], [422, ""]);
  const moved = await send({ ...start, "ground.x": "150", "ground.y": "130" });
  assert.equal(moved.status, 200);
  const there = hiddenOf({ ...moved, headers: new Headers(), body: undefined }, "/store/");
  assert.notEqual(there["latitude"], start["latitude"]);
  const set = await send({ ...there, do: "pin" });
  assert.deepEqual([set.status, set.to], [303, `/store/${here}`]);
  const menu = await open(`/store/${here}`, set.cookie);
  assert.match(menu.text, /Delivery to <bdi translate="no">5 Impasse Neuve, 75003 Paris<\/bdi>/);
  const nowhere = await send({ ...there, latitude: "49.9", do: "pin" });
  assert.equal(nowhere.status, 422);
  assert.match(nowhere.text, /We do not deliver to <bdi translate="no">5 Impasse Neuve/);
});

test("a pin 300 metres off an address that was found is asked about, for that very place", async () => {
  const near = await send({ do: "hand", street: "1 Rue des Lilas", city: "Paris" });
  const start = hiddenOf({ ...near, headers: new Headers(), body: undefined }, "/store/");
  const there = { ...start, latitude: (Number(start["latitude"]) + 0.01).toFixed(6) };
  const asked = await send({ ...there, do: "pin" });
  assert.deepEqual([asked.status, asked.cookie], [422, ""]);
  assert.match(asked.text, /The pin is 1[.,]1 km from <bdi translate="no">1 Rue des Lilas/);
  const { far = "" } = hiddenOf({ ...asked, headers: new Headers(), body: undefined }, "/store/");
  const elsewhere = { ...there, latitude: (Number(start["latitude"]) + 0.011).toFixed(6) };
  assert.equal((await send({ ...elsewhere, far, do: "sure" })).status, 422);
  assert.equal((await send({ ...there, far, do: "sure" })).status, 303);
});

test("the ground is a picture of this service, and the map's page allows pictures of tiles alone", async () => {
  const picture = await open(`/store/${here}/address/ground?at=48.8638,2.3615&zoom=16`);
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/svg+xml"]);
  assert.match(picture.text, /stripes/);
  assert.equal((await open(`/store/${here}/address/ground?at=x`)).status, 404);
});

test("a location that delivers nowhere, and one that is none", async () => {
  const other = await partner.connectedLocation();
  const zones = `/v1/locations/${other}/delivery_zones`;
  for (const { id } of (await partner.call("GET", zones)).body.data) await partner.call("DELETE", `${zones}/${id}`);
  assert.equal((await open(`/store/${other}/address`)).status, 409);
  assert.equal((await open("/store/str_01k0w3gzq4w1d8n5v7j2m6t9ke/address")).status, 404);
  assert.doesNotMatch((await open(`/store/${other}`)).text, /delivery-part/);
});

test("everything that the pages say is of the words (rules/languages 1.6)", async () => {
  assert.deepEqual(foreignTexts((await open(`/store/${here}/address?lang=en-XA`)).text), []);
  const [token = ""] = choicesOf((await send({ do: "find", address: "1 rue des lilas" })).text);
  const far = choicesOf((await send({ do: "find", address: "39 allée des cerisiers" })).text)[0] ?? "";
  const near = await send({ do: "hand", street: "1 Rue des Lilas", city: "Paris" });
  const rough = hiddenOf({ ...near, headers: new Headers(), body: undefined }, "/store/")["place"] ?? "";
  for (const fields of [
    { do: "find", address: "lilas" },
    { do: "find", address: "Nowhere Boulevard 9999" },
    { do: "choose", place: far },
    { do: "hand", street: "5 Rue X", city: "Paris" },
    { do: "pin", place: rough },
    { do: "pin", place: rough, latitude: "48.9" },
    { do: "choose", place: token, b: "1", back: "checkout" },
  ])
    assert.deepEqual(foreignTexts((await send(fields, "?lang=en-XA")).text), [], JSON.stringify(fields));
});

test("the step of the checkout: nothing, a mistake, and the whole address with its notes", async () => {
  const { geocoder } = createGeocoder(invented);
  const placeTokens = createPlaceTokens(Buffer.alloc(32, 1), () => Date.now());
  const location = await getLocationSettings(service.database.read, parsedId(here));
  assert.ok(!isRefusal(location));
  const deps = { database: service.database, geocoder, placeTokens };
  const step = (fields: Record<string, string>) =>
    readAddressStep(deps, location, new URLSearchParams(fields), readerOf("en", "FR"));
  const asked = await step({ name: "Ada", unit: "4B" });
  assert.deepEqual([asked.address, asked.coordinate, asked.token, asked.mistakes], [null, null, null, []]);
  assert.match(asked.part.text, /value="4B"/);
  const wrong = await step({ do: "find", address: "Nowhere Boulevard 9999" });
  assert.deepEqual(
    wrong.mistakes.map(({ field }) => field),
    ["typed-address"],
  );
  const [token = ""] = choicesOf((await step({ do: "find", address: "1 rue des lilas" })).part.text);
  const set = await step({ place: token, unit: "4B", note: "Sonnez", directions: "Blue door" });
  assert.deepEqual(set.address, {
    street: "1 Rue des Lilas",
    city: "Paris",
    state: "",
    postal_code: "75003",
    unit: "4B",
    notes: "Sonnez. Blue door",
  });
  assert.ok(Math.abs((set.coordinate?.latitude ?? 0) - 48.86) < 0.05);
  assert.equal(set.token, token);
});

test("what was typed stands in no log (rules/ordering 14.10)", async () => {
  const secret = "Zanzibarallee";
  logged = "";
  await service.call("GET", `/store/v1/locations/${here}/address_suggestions?q=${secret}`);
  await send({ do: "find", address: `${secret} 4` });
  await send({ do: "hand", street: `${secret} 5`, city: "Paris" });
  const { data } = (await service.call("GET", `/store/v1/locations/${here}/address_suggestions?q=lilas`)).body;
  const chosen = await send({ do: "choose", place: data[0].place_token });
  await open(`/store/${here}`, chosen.cookie);
  assert.match(logged, /address_suggestions/);
  assert.match(logged, /\/store\/\{locationId\}\/address/);
  for (const typed of [secret, data[0].place_token, "Lilas"])
    assert.ok(!logged.includes(typed), "the log has an address");
});
