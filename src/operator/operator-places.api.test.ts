/** Locations, channels and messages on the operator's pages, by the commands of the operator's token. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createLocation } from "../../test/harness/factories.ts";
import { formBrowser, formOf, typedInto, type FormBrowser } from "../../test/harness/form-browser.ts";
import { createOrderingLocation } from "../../test/harness/ordering.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { smallMenu } from "../../test/harness/small-menu.ts";
import { newId } from "../kernel/id.ts";

let service: TestService;
let person: TestPerson;
let ada: FormBrowser;

before(async () => {
  service = await startService();
  person = await createPerson(service.database, [{ role: "operator_admin" }]);
  ada = formBrowser(service, person);
});
after(() => service.stop());

describe("locations", () => {
  const path = "/operator/locations";

  test("are made, found, changed and paused in one's own name", async () => {
    for (const typed of [
      { name: " ", timezone: "Europe/Paris" },
      { name: "Bar <1>", timezone: "Mars/Base" },
    ])
      assert.equal((await ada.send(path, typed)).status, 422, JSON.stringify(typed));
    const made = await ada.send(path, { name: "Bar <1>", timezone: "Europe/Paris" });
    const own = (made.to ?? "").replace("?done=saved", "");
    assert.match(own, /^\/operator\/locations\/str_\w+$/);
    assert.match((await ada.send(`${path}?q=bar`)).text, /Bar &lt;1&gt;/);
    assert.doesNotMatch((await ada.send(`${path}?q=nothing`)).text, /Bar &lt;1&gt;/);
    const form = formOf((await ada.send(own)).text, own);
    const typed = { status: "inactive", alert_phone: "+1 217 555 0155", guest_retention_days: "90" };
    assert.equal((await ada.send(own, typedInto(form, { ...typed, alert_phone: "12" }))).status, 422);
    assert.equal((await ada.send(own, typedInto(form, typed))).to, `${own}?done=saved`);
    const page = (await ada.send(own)).text;
    assert.match(page, /inactive[^]*value="\+12175550155"[^]*value="90"/);
    assert.equal((await ada.send(`${own}/pause`, { minutes: "5" })).status, 422);
    assert.equal((await ada.send(`${own}/pause`, { minutes: "60" })).to, `${own}?done=paused`);
    assert.match((await ada.send(own)).text, /Ordering is paused/);
    assert.equal((await ada.send(`${own}/pause`, { minutes: "0" })).to, `${own}?done=resumed`);
    assert.match((await ada.send(own)).text, /Pause ordering/);
    const entries = await service.database.read.rows<{ readonly actor_id: string }>(
      "SELECT actor_id FROM audit_log WHERE subject = $1",
      [own.slice(path.length + 1)],
    );
    assert.deepEqual(
      entries.map(({ actor_id: id }) => id),
      Array.from({ length: 4 }, () => person.id),
    );
  });

  test("the book is kept by Maple or by a provider; a password is never shown (rules/providers 1.7)", async () => {
    const id = await createLocation(service.database, { name: "Nord", timezone: "Europe/Paris" });
    const own = `${path}/${id}`;
    const typed = {
      booking_mode: "provider",
      adapter: "booking_server_v3",
      base_url: "https://book.example.com/reserve",
    };
    for (const wrong of [
      { ...typed, booking_mode: "" },
      { ...typed, adapter: "fax" },
      { ...typed, base_url: "nowhere" },
      { ...typed, duration_minutes: "3" },
    ]) {
      const refused = await ada.send(`${own}/book`, wrong);
      assert.deepEqual([refused.status, /Nothing was saved: /.test(refused.text)], [422, true], JSON.stringify(wrong));
    }
    const given = { ...typed, username: "maple", password: "s3cret-of-the-book", last_start: "21:30", leases: "yes" };
    assert.equal((await ada.send(`${own}/book`, given)).to, `${own}?done=saved`);
    const page = (await ada.send(own)).text;
    assert.match(page, /provider,\s+off, at <bdi translate="no">https:\/\/book\.example\.com\/reserve</);
    assert.match(page, /One is set\. Empty: it stays\.[^]*value="21:30"/);
    assert.doesNotMatch(page, /s3cret/);
    assert.equal((await ada.send(`${own}/book`, { ...typed, base_url: "" })).to, `${own}?done=saved`, "the rest stays");
    assert.match((await ada.send(own)).text, /One is set\.[^]*value="21:30"/);
    assert.equal((await ada.send(`${own}/book`, { booking_mode: "native" })).to, `${own}?done=saved`);
    assert.match((await ada.send(own)).text, /native,\s+off, at/);
  });

  test("an earlier menu is live again, asked first", async () => {
    const at = await createOrderingLocation(service);
    const order = await at.place({ payment: "paid" });
    const own = `${path}/${at.locationId}`;
    assert.match((await ada.send(own)).text, new RegExp(`/operator/orders/${String(order["id"])}`));
    const versions = () =>
      service.database.read.rows<{ readonly id: string; readonly live: boolean }>(
        `SELECT v.id, v.id = c.current_version_id AS live FROM menu_catalogs c JOIN menu_versions v ON v.catalog_id = c.id
          WHERE c.location_id = $1 ORDER BY v.id`,
        [at.locationId],
      );
    const [first] = await versions();
    assert.equal((await at.call("POST", `/v1/locations/${at.locationId}/menu`, smallMenu)).status, 200);
    assert.equal((await versions()).find(({ live }) => live)?.id === first?.id, false);
    assert.equal((await ada.send(`${own}/menu`, { version: first?.id ?? "" })).to, `${own}?done=restored`);
    assert.equal((await versions()).find(({ live }) => live)?.id, first?.id);
    assert.equal((await ada.send(`${own}/menu`, { version: "mnv_none" })).status, 422);
  });
});

describe("channels", () => {
  const path = "/operator/channels";

  test("a channel is made with a password that is shown once, changed, and given a new one", async () => {
    const here = await createLocation(service.database, { booking_mode: "native" });
    assert.equal((await ada.send(path, { name: "", ids: here })).status, 422);
    assert.match((await ada.send(path, { name: "Maps", ids: "here" })).text, /&quot;here&quot; is no id of a location/);
    const made = await ada.send(path, { name: "Maps <M>", ids: here });
    const [, password = ""] = /class="operator-secret">([^<]+)</.exec(made.text) ?? [];
    const [, id = ""] = /name="channel" value="(bch_\w+)"/.exec(made.text) ?? [];
    const asks = async (secret: string) => {
      const basic = `Basic ${Buffer.from(`test_${id}:${secret}`).toString("base64")}`;
      return (await service.call("GET", "/reserve/v3/HealthCheck", { key: basic })).status;
    };
    assert.equal(await asks(password), 200);
    const page = (await ada.send(path)).text;
    assert.ok(page.includes("Maps &lt;M&gt;") && !page.includes(password));
    const renewed = await ada.send(`${path}/password`, { channel: id });
    const [, next = ""] = /class="operator-secret">([^<]+)</.exec(renewed.text) ?? [];
    assert.deepEqual([await asks(password), await asks(next)], [401, 200]);
    assert.equal((await ada.send(`${path}/save`, { channel: id, name: "Maps", ids: here })).to, `${path}?done=saved`);
    assert.equal(await asks(next), 401, "the box was not ticked: the channel is disabled");
  });
});

test("messages show what became of each, the number masked", async () => {
  const at = await createLocation(service.database, { name: "Texts <T>" });
  await service.database.transaction((tx) =>
    tx.rows(
      `INSERT INTO messages (id, location_id, kind, channel, subject_id, dedupe_key, language, segments, sender, status, phone, body,
          due_at, send_before)
        VALUES ($1, $2, 'table_ready', 'sms', $3, 'told', 'en', 1, 'outbox', 'queued', '+12175550166', 'Hello', now(), now())`,
      [newId("msg"), at, newId("bkw")],
    ),
  );
  const { text } = await ada.send(`/operator/messages?of=${at}`);
  assert.match(text, /\/operator\/parties\/bkw_\w+[^]*\+12•+66[^]*queued[^]*Texts &lt;T&gt;/);
  assert.equal((await ada.send("/operator/messages?of=nobody")).status, 422);
});
