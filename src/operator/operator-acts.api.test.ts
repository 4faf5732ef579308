/** The acts of the operator's people on their pages, by the commands of the operator's token and in their own name. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createApp, createLocation } from "../../test/harness/factories.ts";
import { formBrowser, type FormBrowser } from "../../test/harness/form-browser.ts";
import { createOrderingLocation } from "../../test/harness/ordering.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { newId, type Id } from "../kernel/id.ts";

let service: TestService;
let person: TestPerson;
let ada: FormBrowser;

before(async () => {
  service = await startService();
  person = await createPerson(service.database, [{ role: "operator_admin" }]);
  ada = formBrowser(service, person);
});
after(() => service.stop());

/** The newest entries of the audit log about a subject: action and who. */
async function audited(subject: string): Promise<readonly string[]> {
  const rows = await service.database.read.rows<{ readonly action: string; readonly actor_id: string | null }>(
    "SELECT action, actor_id FROM audit_log WHERE subject = $1 ORDER BY sequence",
    [subject],
  );
  for (const row of rows) assert.equal(row.actor_id, person.id, `${row.action} names its author (rules/people 10.5)`);
  return rows.map(({ action }) => action);
}

const count = async (table: string): Promise<number> =>
  (await service.database.read.one<{ readonly n: number }>(`SELECT count(*) AS n FROM ${table}`)).n;

describe("an app is onboarded by one form (rules/people 10.6)", () => {
  test("app, key, grants, location and link at once; the key works, and stands nowhere afterwards", async () => {
    const here = await createLocation(service.database, { name: "Bistro" });
    const answer = await ada.send("/operator/apps/new", [
      ["name", "Till <1>"],
      ["scope", "locations:read"],
      ["scope", "orders:read"],
      ["location", here],
      ["place_name", "New Corner"],
      ["place_timezone", "Europe/Paris"],
      ["invites", "on"],
    ]);
    assert.equal(answer.status, 200, answer.text);
    const [key = ""] = /mpk_test_[0-9A-Za-z]{38}/.exec(answer.text) ?? [];
    const [, appId = ""] = /href="\/operator\/apps\/(app_\w+)"/.exec(answer.text) ?? [];
    const [, secret = ""] = /\/invite\/([\w-]{43})/.exec(answer.text) ?? [];
    const seen = await service.call("GET", "/v1/locations", { key });
    assert.deepEqual(seen.body.data.map((one: { readonly name: string }) => one.name).toSorted(), [
      "Bistro",
      "New Corner",
    ]);
    const page = await ada.send(`/operator/apps/${appId}`);
    assert.match(page.text, /Till &lt;1&gt;[^]*…\w{4}[^]*Good[^]*New Corner/);
    assert.ok(!page.text.includes(key) && secret !== "" && !page.text.includes(secret));
    assert.equal((await formBrowser(service).send(`/invite/${secret}`)).status, 200);
    assert.deepEqual(await audited(appId), ["app.created"]);
    assert.deepEqual(await audited(`${appId}/${here}`), ["grant.created"]);
  });

  test("nothing is made of a form with a mistake, and what was typed stays", async () => {
    const before = [await count("apps"), await count("api_keys"), await count("locations")];
    for (const [field, value, wrong] of [
      ["name", " ", /Write a name/],
      ["scope", "orders:everything", /Choose at least one scope/],
      ["ids", "str_nope", /is no id of a location/],
      ["ids", "str_01m8043krge1ksjt2wv20h33fq", /Nothing was made: there is no location/],
      ["place_timezone", "Mars/Base", /Nothing was made: [^]*time ?zone/i],
    ] as const) {
      const typed = { name: "Half <a> till", scope: "orders:read", place_name: "Corner", [field]: value };
      const answer = await ada.send("/operator/apps/new", typed);
      assert.equal(answer.status, 422, field);
      assert.match(answer.text, wrong);
      assert.match(answer.text, /value="Corner"/);
    }
    assert.deepEqual([await count("apps"), await count("api_keys"), await count("locations")], before);
  });
});

describe("the page of an app", () => {
  test("issues and revokes keys, grants and takes locations, changes scopes, disables", async () => {
    const app = await createApp(service.database);
    const other = await createApp(service.database);
    const here = await createLocation(service.database);
    const path = `/operator/apps/${app.id}`;
    assert.equal((await ada.send(`${path}/keys`, { expires: "2001-01-01" })).status, 422);
    assert.equal((await ada.send(`${path}/keys`, { expires: "soon" })).status, 422);
    const issued = await ada.send(`${path}/keys`, { expires: "2099-12-31" });
    const [key = ""] = /mpk_test_[0-9A-Za-z]{38}/.exec(issued.text) ?? [];
    const asks = async () => (await service.call("GET", "/v1/me", { key })).status;
    assert.equal(await asks(), 200);
    const { id } = await service.database.read.one<{ readonly id: string }>(
      "SELECT id FROM api_keys WHERE last_four = $1 AND app_id = $2",
      [key.slice(-4), app.id],
    );
    assert.equal((await ada.send(`/operator/apps/${other.id}/keys/revoke`, { key: id })).status, 404);
    assert.equal(await asks(), 200, "a key is revoked on the page of its own app only");
    assert.equal((await ada.send(`${path}/keys/revoke`, { key: id })).to, `${path}?done=revoked`);
    assert.equal(await asks(), 401);
    assert.deepEqual(await audited(id), ["key.issued", "key.revoked"]);
    assert.equal((await ada.send(`${path}/grants`, { location: "str_none" })).status, 422);
    assert.equal((await ada.send(`${path}/grants`, { location: ` ${here} ` })).to, `${path}?done=granted`);
    assert.match((await ada.send(`${path}?done=granted`)).text, /The app sees the location from now on/);
    assert.equal((await ada.send(`${path}/grants/remove`, { location: here })).to, `${path}?done=taken`);
    assert.equal((await ada.send(`${path}/grants/remove`, { location: here })).status, 404);
    assert.deepEqual(await audited(`${app.id}/${here}`), ["grant.created", "grant.revoked"]);
    assert.equal((await ada.send(path, { name: "  ", scope: "orders:read" })).status, 422);
    assert.equal((await ada.send(path, { name: "Renamed", scope: "orders:read" })).to, `${path}?done=saved`);
    assert.equal((await ada.send(`${path}/status`, { status: "disabled" })).to, `${path}?done=saved`);
    assert.match((await ada.send(path)).text, /<h1>Renamed<\/h1>[^]*disabled[^]*Enable the app/);
    assert.equal((await service.call("GET", "/v1/me", { key: app.key })).status, 401);
    assert.equal((await ada.send(`${path}/status`, { status: "enabled" })).to, `${path}?done=saved`);
    assert.equal((await service.call("GET", "/v1/me", { key: app.key })).status, 200);
  });

  test("keys need a fresh sign-in, and the page says so before anything is typed (rules/people 5.5)", async () => {
    const old = await createPerson(service.database, [{ role: "operator_admin" }]);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE person_sessions SET signed_in_at = now() - interval '1 hour' WHERE id = $1", [old.sessionId]),
    );
    const app: { readonly id: Id<"app"> } = await createApp(service.database);
    const path = `/operator/apps/${app.id}`;
    const browser = formBrowser(service, old);
    assert.match((await browser.send(path)).text, /sign in again/);
    for (const [form, back] of [
      [`${path}/keys`, path],
      [`${path}/keys/revoke`, path],
      ["/operator/apps/new", "/operator/apps/new"],
    ] as const)
      assert.equal((await browser.send(form, {})).to, `/sign-in?to=${encodeURIComponent(back)}`, form);
  });
});

describe("money", () => {
  test("a refund is owed until it is paid; the ledger is read whole or of one order", async () => {
    const at = await createOrderingLocation(service, { name: "Soup <Bar>" });
    const order = String((await at.place({ payment: "paid" }))["id"]);
    const other = String((await at.place({ payment: "paid" }))["id"]);
    assert.equal((await at.call("POST", `/v1/orders/${order}/deny`, { reason: "TOO_BUSY" })).status, 200);
    const owed = (await ada.send("/operator/money")).text;
    assert.match(owed, new RegExp(`Refunds that are owed[^]*/operator/orders/${order}[^]*order_over`));
    await service.runDue();
    const paid = (await ada.send("/operator/money")).text;
    assert.match(paid, new RegExp(`Nothing is owed[^]*refund_settled[^]*/operator/orders/${order}`));
    const one = (await ada.send(`/operator/money?of=${other}`)).text;
    assert.ok(one.includes(`/operator/orders/${other}`) && !one.includes(`/operator/orders/${order}`));
    assert.equal((await ada.send("/operator/money?of=somebody")).status, 422);
    assert.equal((await ada.send(`/operator/money?of=${at.locationId}&before=pml_x`)).status, 200);
  });

  test("a write at a provider is settled by hand, once, in one's own name", async () => {
    const here = await createLocation(service.database, { name: "At <Provider>" });
    const id = newId("opn");
    await service.database.transaction((tx) =>
      tx.rows(
        `INSERT INTO provider_operations (id, location_id, kind, state, subject_id, request, last_fault)
          VALUES ($1, $2, 'cancel', 'sending', $3, '{}', 'no <whole> answer')`,
        [id, here, newId("bkg")],
      ),
    );
    const path = "/operator/operations";
    assert.match((await ada.send(path)).text, /At &lt;Provider&gt;[^]*no &lt;whole&gt; answer[^]*Settle it/);
    assert.doesNotMatch((await ada.send(`${path}?state=done`)).text, /At &lt;Provider&gt;/);
    assert.equal((await ada.send(`${path}/settle`, { operation: id, outcome: "perhaps" })).status, 422);
    assert.equal((await ada.send(`${path}/settle`, { operation: newId("opn"), outcome: "made" })).status, 422);
    assert.equal(
      (await ada.send(`${path}/settle`, { operation: id, outcome: "ask_again" })).to,
      `${path}?done=settled`,
    );
    assert.deepEqual(await audited(id), ["provider_operation.settled"]);
  });
});

describe("people (rules/people 2.2, 2.4)", () => {
  const path = "/operator/people";

  test("any role is given by a link, taken away, and found by the e-mail of its holder", async () => {
    const here = await createLocation(service.database, { name: "Bistro <Sud>" });
    for (const [role, place] of [
      ["manager", ""],
      ["developer", here],
      ["operator_support", here],
      ["host", "room 3"],
      ["host", newId("str")],
    ] as const)
      assert.equal((await ada.send(`${path}/invite`, { role, place })).status, 422, `${role} at ${place}`);
    const made = await ada.send(`${path}/invite`, { role: "manager", place: here, name: "Mia" });
    assert.match(made.text, /The link for manager[^]*\/invite\/[\w-]{43}/);
    const support = await ada.send(`${path}/invite`, { role: "operator_support", name: "Sol <S>" });
    const [, secret = ""] = /\/invite\/([\w-]{43})/.exec(support.text) ?? [];
    assert.match(support.text, /Sol &lt;S&gt;[^]*operator_support/);
    const [, invitation = ""] = /name="invitation" value="(inv_\w+)"/.exec(support.text) ?? [];
    assert.equal((await ada.send(`${path}/withdraw`, { invitation })).to, `${path}?done=withdrawn`);
    assert.equal((await formBrowser(service).send(`/invite/${secret}`)).status, 404);
    const colleague = await createPerson(service.database, [{ role: "host", at: here }], { name: "Hugo <H>" });
    const { id: role } = await service.database.read.one<{ readonly id: string }>(
      "SELECT id FROM person_roles WHERE person_id = $1",
      [colleague.id],
    );
    const found = await ada.send(`${path}/find`, { email: colleague.email.toUpperCase() });
    assert.match(found.text, /Hugo &lt;H&gt;[^]*host · <bdi translate="no">Bistro &lt;Sud&gt;<\/bdi>/);
    assert.match(
      (await ada.send(`${path}/find`, { email: "no@example.com" })).text,
      /Nobody signs in with this e-mail/,
    );
    assert.equal((await ada.send(`${path}/role`, { role })).to, `${path}?done=ended`);
    assert.deepEqual(await audited(role), ["role.ended"]);
    const recovered = await ada.send(`${path}/recovery`, { person: colleague.id });
    assert.match(recovered.text, /The recovery link[^]*\/recover\/[\w-]{43}/);
    assert.equal((await ada.send(`${path}/recovery`, { person: newId("per") })).status, 422);
  });

  test("one's own role and the last operator_admin stay", async () => {
    const { id: own } = await service.database.read.one<{ readonly id: string }>(
      "SELECT id FROM person_roles WHERE person_id = $1",
      [person.id],
    );
    const refused = await ada.send(`${path}/role`, { role: own });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /The role stays: nobody takes away their own role/);
  });
});

describe("the audit log", () => {
  test("is found by what was changed, who did it and what was done; its chain is checked", async () => {
    const app = await createApp(service.database);
    const here = await createLocation(service.database);
    await ada.send(`/operator/apps/${app.id}/grants`, { location: here });
    const path = "/operator/audit";
    const shown = async (query: string) => (await ada.send(`${path}?${query}`)).text;
    for (const query of [`subject=${app.id}`, `subject=${here}`, `actor=${person.id}&action=grant.`])
      assert.match(await shown(query), new RegExp(`grant\\.created[^]*${app.id}/${here}[^]*Pat Example`), query);
    assert.match(await shown("subject=app_nothing"), /No entry fits/);
    assert.match(await shown("action=key."), /<b>key\.issued/);
    assert.doesNotMatch(await shown("action=key."), /<b>grant\./);
    assert.match((await ada.send(`${path}/check`, {})).text, /The chain of \d+ entries is whole/);
    await service.database.transaction(async (tx) => {
      await tx.rows("ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only");
      await tx.rows("UPDATE audit_log SET action = 'app.erased' WHERE sequence = 1");
      await tx.rows("ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only");
    });
    assert.match((await ada.send(`${path}/check`, {})).text, /The chain is broken at entry 1: wrong_hash/);
  });
});

test("feedback is read and answered by support (rules/people 10.7)", async () => {
  const app = await createApp(service.database);
  const body = { kind: "bug", summary: "Which <field>?", description: "It says 400." };
  const { id } = (await service.call("POST", "/v1/feedback", { key: app.key, body })).body;
  const support = formBrowser(service, await createPerson(service.database, [{ role: "operator_support" }]));
  const path = "/operator/feedback";
  assert.match((await support.send(path)).text, /Which &lt;field&gt;\?[^]*It says 400\./);
  const saved = await support.send(path, { feedback: id, status: "closed", note: "Known <n>" });
  assert.equal(saved.to, `${path}?state=closed&done=saved`);
  assert.match((await support.send(`${path}?state=closed`)).text, /Which &lt;field&gt;[^]*Known &lt;n&gt;/);
  assert.doesNotMatch((await support.send(path)).text, /Which &lt;field&gt;/);
  assert.equal((await support.send(path, { feedback: id, status: "closed", note: "x".repeat(2_001) })).status, 422);
});
