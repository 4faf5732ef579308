/** The settings of a location: by its page, and by calls (rules/console 1.2 to 1.4). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { formBrowser, type FormBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let boss: TestPerson;
let here: Id<"str">;
let path: string;
let manager: FormBrowser;

before(async () => {
  service = await startService();
  here = await createLocation(service.database);
  boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Mia" });
  path = `/console/${here}/ordering`;
  manager = formBrowser(service, boss);
});
after(() => service.stop());

const call = (method: "GET" | "PATCH", body?: unknown) =>
  service.call(method, `/console/v1/locations/${here}`, {
    key: boss.token,
    ...(body === undefined ? {} : { body }),
  });

/** What a browser would send of the form as it stands, with some fields typed anew. */
async function filledIn(typed: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const { text } = await manager.send(path);
  const now = (await call("GET")).body;
  const hidden = (name: string): string =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "").replaceAll("&quot;", '"');
  return {
    version: hidden("version"),
    base: hidden("base"),
    preparation_minutes: String(now.preparation_minutes),
    busy_delay_minutes: String(now.busy_delay_minutes),
    lead_minutes: now.lead_minutes === null ? "" : String(now.lead_minutes),
    capacity_orders: "",
    capacity_interval: "15",
    order_routing: now.order_routing,
    decision_timeout: now.decision_timeout,
    validation_timeout: now.validation_timeout,
    alert_phone: now.alert_phone ?? "",
    auto_pause_after: String(now.auto_pause_after),
    order_messages: now.order_messages,
    payment_options: "link",
    payment_window_minutes: String(now.payment_window_minutes),
    ...Object.fromEntries([0, 1, 2].map((index) => [`tip_${index + 1}`, String(now.tip_percentages[index] ?? "")])),
    ...typed,
  };
}

describe("the page about ordering", () => {
  test("a save changes the location, is audited in the manager's name, and shows the page again", async () => {
    const sent = await filledIn({ preparation_minutes: "25", capacity_orders: "8", capacity_interval: "30" });
    assert.equal((await manager.send(path, sent)).to, `${path}?done=saved`);
    const { body } = await call("GET");
    assert.deepEqual([body.preparation_minutes, body.order_capacity], [25, { interval_minutes: 30, max_orders: 8 }]);
    const entry = await service.database.read.one<{ actor_id: string; role: string }>(
      "SELECT actor_id, role FROM audit_log WHERE subject = $1 ORDER BY sequence DESC LIMIT 1",
      [here],
    );
    assert.deepEqual(entry, { actor_id: boss.id, role: "manager" });
  });

  test("tips are offered in the order of their size, each once; none is a choice too", async () => {
    const offered = async (...shares: readonly string[]) => {
      const typed = Object.fromEntries(shares.map((share, index) => [`tip_${index + 1}`, share]));
      assert.match((await manager.send(path, await filledIn(typed))).to ?? "", /done=saved/);
      return (await call("GET")).body.tip_percentages;
    };
    assert.deepEqual(await offered("20", "", "12"), [12, 20]);
    assert.deepEqual(await offered("", "", ""), []);
    assert.deepEqual(await offered("15", "15", "10"), [10, 15]);
    assert.deepEqual(await offered("5", "10", "15"), [5, 10, 15]);
  });

  for (const [field, value, words] of [
    ["tip_2", "51", /whole number from 1 to 50/],
    ["preparation_minutes", "1441", /whole number from 0 to 1440/],
    ["preparation_minutes", "1e2", /whole number/],
    ["auto_pause_after", "", /whole number from 0 to 10/],
    ["order_routing", "robots", /Choose one/],
    ["alert_phone", "12", /could not read this number/],
  ] as const) {
    test(`${field} ${JSON.stringify(value)} is a mistake: shown at its field, and nothing is saved`, async () => {
      const before = (await call("GET")).body;
      const answer = await manager.send(path, await filledIn({ [field]: value, busy_delay_minutes: "55" }));
      assert.equal(answer.status, 422);
      assert.match(answer.text, words);
      assert.match(answer.text, new RegExp(`id="${field}-mistake"`));
      assert.match(answer.text, /name="busy_delay_minutes"[^>]*value="55"|value="55"[^>]*name="busy_delay_minutes"/);
      assert.deepEqual((await call("GET")).body.version, before.version);
    });
  }

  test("two managers change different fields from the same reading: both are kept", async () => {
    const [one, other] = [
      await filledIn({ preparation_minutes: "31" }),
      await filledIn({ payment_window_minutes: "20" }),
    ];
    assert.equal((await manager.send(path, one)).to, `${path}?done=saved`);
    assert.equal((await manager.send(path, other)).to, `${path}?done=merged`);
    const { body } = await call("GET");
    assert.deepEqual([body.preparation_minutes, body.payment_window_minutes], [31, 20]);
  });

  for (const [side, theirs, mine] of [
    ["theirs", 41, 42],
    ["mine", 51, 52],
  ] as const) {
    test(`both change the same field: it is shown with both values, and ${side} is what is chosen`, async () => {
      const [one, other] = [
        await filledIn({ preparation_minutes: String(theirs) }),
        await filledIn({ preparation_minutes: String(mine), busy_delay_minutes: side === "mine" ? "7" : "8" }),
      ];
      await manager.send(path, one);
      const asked = await manager.send(path, other);
      assert.equal(asked.status, 409);
      assert.match(
        asked.text,
        new RegExp(
          `Saved meanwhile by: <bdi translate="no">[^<,]+, [^<]+[^]*Keep theirs: ${theirs}[^]*Use yours: ${mine}`,
        ),
      );
      const hidden = (name: string): string =>
        (new RegExp(`name="${name}" value="([^"]*)"`).exec(asked.text)?.[1] ?? "").replaceAll("&quot;", '"');
      const again = { ...other, version: hidden("version"), base: hidden("base"), "choose.preparation_minutes": side };
      assert.equal((await manager.send(path, again)).to, `${path}?done=saved`);
      const { body } = await call("GET");
      assert.deepEqual([body.preparation_minutes, body.busy_delay_minutes], side === "mine" ? [mine, 7] : [theirs, 8]);
    });
  }

  test("what the form was filled in from may be missing or foreign: the save counts from what is there now", async () => {
    for (const base of ["", "{", "[]", '{"preparation_minutes":{"a":1}}']) {
      const sent = await filledIn({ preparation_minutes: "33", base, version: "x" });
      assert.equal((await manager.send(path, sent)).to, `${path}?done=saved`);
    }
  });

  test("ordering is paused and taken up again", async () => {
    assert.equal((await manager.send(`${path}/pause`, { for: "30" })).to, path);
    assert.match((await manager.send(path)).text, /Not taking orders until/);
    await manager.send(`${path}/pause`, {});
    const { text } = await manager.send(path);
    assert.match(text, /Guests cannot order: no till system is connected/);
    assert.doesNotMatch(text, /Orders come in\. Stop/);
    assert.equal((await call("GET")).body.ordering_paused_until, null);
  });
});

describe("the calls", () => {
  test("a save names the version that it has read; with another nothing is changed", async () => {
    const { version } = (await call("GET")).body;
    const saved = await call("PATCH", { expected_version: version, lead_minutes: 45 });
    assert.deepEqual([saved.status, saved.body.lead_minutes, saved.body.version], [200, 45, version + 1]);
    const stale = await call("PATCH", { expected_version: version, lead_minutes: 50 });
    assert.deepEqual([stale.status, stale.body.code], [409, "stale_version"]);
    assert.deepEqual(stale.body.details, { expected: version, actual: version + 1 });
    assert.equal((await call("GET")).body.lead_minutes, 45);
  });

  test("without a difference the version stays; what is the operator's is refused by name", async () => {
    const { version } = (await call("GET")).body;
    const same = await call("PATCH", { expected_version: version, lead_minutes: 45 });
    assert.equal(same.body.version, version);
    const foreign = await call("PATCH", { expected_version: version, booking_mode: "provider" });
    assert.equal(foreign.status, 400);
    assert.match(foreign.text, /booking_mode/);
  });

  test("bookings are switched on and off", async () => {
    const switched = (enabled: boolean) =>
      service.call("PUT", `/console/v1/locations/${here}/bookings_enabled`, { key: boss.token, body: { enabled } });
    assert.equal((await switched(true)).body.bookings_enabled, true);
    assert.equal((await switched(false)).body.bookings_enabled, false);
  });
});

describe("the profile", () => {
  const version = async (): Promise<number> => (await call("GET")).body.version;

  test("is read and changed by its fields, with its version (rules/console 5.1)", async () => {
    const profile = { legal_name: "Marie SARL", tax_id: "FR40303265045", contact_email: "salut@example.org" };
    const changed = await call("PATCH", { expected_version: await version(), profile });
    assert.equal(changed.status, 200, changed.text);
    const more = await call("PATCH", { expected_version: await version(), profile: { price_level: 2 } });
    assert.deepEqual(more.body.profile, {
      description: null,
      cuisines: [],
      listed: false,
      slug: null,
      translations: {},
      price_level: 2,
      ...profile,
    });
  });

  test("a slug that another restaurant has, or had, is refused (rules/console 5.2)", async () => {
    const other = await createLocation(service.database);
    await service.database.transaction((tx) =>
      tx.rows("INSERT INTO location_slugs (slug, location_id) VALUES ('taken', $1)", [other]),
    );
    const name = async (slug: string) => call("PATCH", { expected_version: await version(), profile: { slug } });
    const refused = await name("taken");
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.details.issues[0].path],
      [400, "invalid_request", "body.profile.slug"],
    );
    assert.equal((await name("marie")).body.profile.slug, "marie");
    assert.equal((await name("chez-marie")).body.profile.slug, "chez-marie");
    assert.equal((await name("marie")).body.profile.slug, "marie", "its own old one");
  });

  test("the page saves each field, and says at its field what is wrong or taken (rules/console 5.1, 5.2)", async () => {
    const page = `/console/${here}/profile`;
    const send = async (typed: Readonly<Record<string, string>>) => {
      const { text } = await manager.send(page);
      const hidden = (name: string): string =>
        (new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "").replaceAll("&quot;", '"');
      const fields = { price_level: "3", slug: "marie", legal_name: "Marie SARL" };
      return manager.send(page, { version: hidden("version"), base: hidden("base"), ...fields, ...typed });
    };
    const sent = {
      description: "Good soup",
      description_fr: "Bonne soupe",
      cuisines: "French, Soup,French",
      listed: "1",
    };
    assert.equal((await send(sent)).to, `${page}?done=saved`);
    const { profile } = (await call("GET")).body;
    assert.deepEqual(
      [profile.description, profile.cuisines, profile.price_level, profile.listed, profile.translations],
      ["Good soup", ["French", "Soup"], 3, true, { fr: { description: "Bonne soupe" } }],
    );
    for (const [typed, words] of [
      [{ slug: "Marie!" }, /small letters from a to z/],
      [{ slug: "taken" }, /Another restaurant has this name/],
      [{ contact_email: "nobody" }, /no e-mail address/],
      [{ cuisines: "a,b,c,d,e,f" }, /Five at most/],
    ] as const)
      assert.match((await send(typed)).text, words);
    assert.equal((await call("GET")).body.profile.slug, "marie");
  });

  test("a logo is given, served for as long as it stays, and taken away (consoleSetPicture, consoleRemovePicture; rules/console 5.4)", async () => {
    const at = `/console/v1/locations/${here}/pictures/logo`;
    const put = (picture: string) => service.call("PUT", at, { key: boss.token, body: { picture } });
    const set = await put("iVBORw0KGgo=");
    assert.equal(set.status, 200, set.text);
    const served = await service.call("GET", set.body.path);
    assert.deepEqual([served.status, served.headers.get("content-type")], [200, "image/png"]);
    assert.match(served.headers.get("cache-control") ?? "", /immutable/);
    assert.match((await service.call("GET", "/r/marie")).text, new RegExp(`src="${set.body.path}"`));
    assert.equal((await put("bm8gcGljdHVyZQ==")).body.code, "invalid_photo");
    const large = Buffer.concat([Buffer.from("iVBORw0KGgo=", "base64"), Buffer.alloc(399_993)]).toString("base64");
    assert.ok((await put(large)).status >= 400);
    assert.equal((await service.call("DELETE", at, { key: boss.token })).status, 200);
    assert.equal((await service.call("GET", set.body.path)).status, 404);
    const actions = await service.database.read.rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE subject = $1 AND action LIKE 'location.picture%' ORDER BY sequence",
      [here],
    );
    assert.deepEqual(
      actions.map(({ action }) => action),
      ["location.picture_set", "location.picture_removed"],
    );
  });
});
