import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson, ownOrigin, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let here: Id<"str">;
let boss: TestPerson;
let sam: TestPerson;

before(async () => {
  service = await startService();
  here = await createLocation(service.database);
  boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Maya" });
  sam = await createPerson(service.database, [{ role: "staff", at: here }], { name: "Sam" });
});
after(() => service.stop());

const call = (method: string, path: string, key: string, body?: unknown) =>
  service.call(method, `/console/v1${path}`, { key, ...(body === undefined ? {} : { body }) });

/** A tablet that was really paired: its cookie, and what it asks with it. */
async function pairTablet(fields: object = {}) {
  const added = await call("POST", `/locations/${here}/devices`, boss.token, {
    name: "Oven",
    screen: "board",
    ...fields,
  });
  assert.equal(added.status, 201, added.text);
  const paired = await service.call("POST", "/console/v1/pair", {
    body: { code: added.body.pairing_code.toLowerCase() },
  });
  assert.equal(paired.status, 201, paired.text);
  const cookie = (paired.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  assert.match(cookie, /^maple_device=/);
  const ask = (method: string, path: string, body?: unknown, session?: string) => {
    const cookies = session === undefined ? cookie : `${cookie}; maple_session=${session}`;
    return service.call(method, `/console/v1${path}`, {
      headers: { cookie: cookies, ...ownOrigin },
      ...(body === undefined ? {} : { body }),
    });
  };
  return { id: added.body.id as string, code: added.body.pairing_code as string, ask };
}

describe("pairing a tablet (rules/people 6.1)", () => {
  test("the code is good once; wrong ones are refused", async () => {
    const tablet = await pairTablet();
    assert.match(tablet.code, /^[2-9A-HJ-NP-Z]{8}$/);
    const again = await service.call("POST", "/console/v1/pair", { body: { code: tablet.code } });
    assert.deepEqual([again.status, again.body.code], [401, "sign_in_failed"]);
    const listed = await call("GET", `/locations/${here}/devices`, boss.token);
    assert.ok(
      listed.body.data.some(
        (one: { id: string; paired_at: string | null }) => one.id === tablet.id && one.paired_at !== null,
      ),
    );
  });

  test("a code is over after ten minutes", async () => {
    const added = await call("POST", `/locations/${here}/devices`, boss.token, { name: "Late", screen: "stand" });
    await service.database.transaction((tx) =>
      tx.rows("UPDATE paired_devices SET pairing_expires_at = now() WHERE id = $1", [added.body.id]),
    );
    const late = await service.call("POST", "/console/v1/pair", { body: { code: added.body.pairing_code } });
    assert.equal(late.status, 401);
  });

  test("staff add no device, and a manager of another location changes none", async () => {
    const body = { name: "Mine", screen: "board" };
    assert.equal((await call("POST", `/locations/${here}/devices`, sam.token, body)).status, 403);
    const tablet = await pairTablet();
    const elsewhere = await createLocation(service.database);
    const stranger = await createPerson(service.database, [{ role: "manager", at: elsewhere }]);
    assert.equal((await call("PATCH", `/devices/${tablet.id}`, stranger.token, { name: "Mine" })).status, 404);
    assert.equal((await call("DELETE", `/devices/${tablet.id}`, stranger.token, {})).status, 404);
  });

  test("a removed device and the sessions on it open nothing from the next request on (rules/people 6.2)", async () => {
    const tablet = await pairTablet();
    await call("PUT", `/me/pins/${here}`, sam.token, { pin: "2468" });
    const chosen = await tablet.ask("POST", "/sign_in/pin", { person_id: sam.id, pin: "2468" });
    assert.equal((await tablet.ask("GET", "/me", undefined, chosen.body.token)).body.person.id, sam.id);
    assert.equal((await call("DELETE", `/devices/${tablet.id}`, boss.token, {})).status, 200);
    assert.equal((await tablet.ask("GET", "/me", undefined, chosen.body.token)).status, 401);
  });
});

describe("PINs (rules/people 6.4, 6.5)", () => {
  test("a name and its PIN choose the person on this device only, at its location only, and are never fresh", async () => {
    const [tablet, other] = [await pairTablet(), await pairTablet()];
    const elsewhere = await createLocation(service.database);
    const kim = await createPerson(service.database, [
      { role: "host", at: here },
      { role: "manager", at: elsewhere },
    ]);
    assert.equal((await call("PUT", `/me/pins/${here}`, kim.token, { pin: "13579" })).status, 200);
    const names = await tablet.ask("GET", "/device/people");
    assert.ok(names.body.data.some((one: { id: string; has_pin: boolean }) => one.id === kim.id && one.has_pin));
    const chosen = await tablet.ask("POST", "/sign_in/pin", { person_id: kim.id, pin: "13579" });
    assert.equal(chosen.status, 201, chosen.text);
    assert.ok(chosen.body.expires_in <= 30 * 60);
    const seen = await tablet.ask("GET", "/me", undefined, chosen.body.token);
    assert.deepEqual(
      seen.body.roles.map((one: { role: string }) => one.role),
      ["host"],
    );
    assert.deepEqual([seen.body.session.method, seen.body.session.is_fresh], ["pin", false]);
    assert.equal((await other.ask("GET", "/me", undefined, chosen.body.token)).body.person, null);
    assert.equal((await call("GET", "/me", chosen.body.token)).status, 401);
    const settings = await tablet.ask("PUT", `/me/pins/${here}`, { pin: "0000" }, chosen.body.token);
    assert.deepEqual([settings.status, settings.body.code], [403, "fresh_sign_in_required"]);
  });

  test("five wrong ones close the name on the device for five minutes, the right one too", async () => {
    const [tablet, other] = [await pairTablet(), await pairTablet()];
    await call("PUT", `/me/pins/${here}`, sam.token, { pin: "2468" });
    const type = (on: typeof tablet, pin: string) => on.ask("POST", "/sign_in/pin", { person_id: sam.id, pin });
    const wrong = await Promise.all(Array.from({ length: 8 }, () => type(tablet, "1111")));
    assert.deepEqual(wrong.map(({ body }) => body.code).toSorted(), [
      ...Array<string>(3).fill("pin_locked"),
      ...Array<string>(5).fill("sign_in_failed"),
    ]);
    const closed = await type(tablet, "2468");
    assert.deepEqual([closed.status, closed.body.code], [429, "pin_locked"]);
    assert.ok(Number(closed.headers.get("retry-after")) <= 300);
    assert.equal((await type(other, "2468")).status, 201, "another device is open");
    await service.database.transaction((tx) =>
      tx.rows("UPDATE sign_in_failures SET last_failed_at = last_failed_at - interval '5 minutes'"),
    );
    assert.equal((await type(tablet, "2468")).status, 201);
  });

  test("with pin_minutes 0 the person is chosen for one act", async () => {
    const tablet = await pairTablet({ pin_minutes: 0 });
    await call("PUT", `/me/pins/${here}`, sam.token, { pin: "2468" });
    const { body } = await tablet.ask("POST", "/sign_in/pin", { person_id: sam.id, pin: "2468" });
    assert.equal((await tablet.ask("GET", "/me", undefined, body.token)).body.person.id, sam.id);
    assert.equal((await tablet.ask("PATCH", "/me", { language: "en" }, body.token)).status, 200);
    const next = await tablet.ask("PATCH", "/me", { language: "en" }, body.token);
    assert.deepEqual([next.status, next.body.code], [401, "person_required"]);
  });

  test("of eight acts at once with such a PIN one is done", async () => {
    const tablet = await pairTablet({ pin_minutes: 0 });
    await call("PUT", `/me/pins/${here}`, sam.token, { pin: "2468" });
    const { body } = await tablet.ask("POST", "/sign_in/pin", { person_id: sam.id, pin: "2468" });
    const acts = await Promise.all(
      Array.from({ length: 8 }, () => tablet.ask("PATCH", "/me", { language: "en" }, body.token)),
    );
    assert.deepEqual(acts.map(({ status }) => status).toSorted(), [200, ...Array<number>(7).fill(401)]);
  });

  test("a manager clears the PIN of a colleague at their own locations only", async () => {
    const tablet = await pairTablet();
    await call("PUT", `/me/pins/${here}`, sam.token, { pin: "2468" });
    const elsewhere = await createLocation(service.database);
    const stranger = await createPerson(service.database, [{ role: "manager", at: elsewhere }]);
    assert.equal((await call("POST", `/people/${sam.id}/pin_reset`, stranger.token, {})).status, 404);
    assert.equal((await call("POST", `/people/${sam.id}/pin_reset`, boss.token, {})).status, 200);
    assert.equal((await tablet.ask("POST", "/sign_in/pin", { person_id: sam.id, pin: "2468" })).status, 401);
  });

  test("an operator_admin clears the PIN of anybody, and support does not", async () => {
    await call("PUT", `/me/pins/${here}`, sam.token, { pin: "2468" });
    const [admin, support] = await Promise.all(
      (["operator_admin", "operator_support"] as const).map((role) => createPerson(service.database, [{ role }])),
    );
    assert.notEqual((await call("POST", `/people/${sam.id}/pin_reset`, support?.token ?? "", {})).status, 200);
    assert.equal((await call("POST", `/people/${sam.id}/pin_reset`, admin?.token ?? "", {})).status, 200);
    assert.equal((await call("POST", `/people/${sam.id}/pin_reset`, admin?.token ?? "", {})).status, 404);
  });

  for (const [pin, status] of [
    ["123", 400],
    ["1234567", 400],
    ["12a4", 400],
    ["1234", 200],
    ["123456", 200],
  ] as const) {
    test(`the PIN ${pin}: ${status}`, async () => {
      assert.equal((await call("PUT", `/me/pins/${here}`, sam.token, { pin })).status, status);
    });
  }

  test("one's own PIN is taken away, and opens nothing then (rules/people 6.4)", async () => {
    const tablet = await pairTablet();
    await call("PUT", `/me/pins/${here}`, sam.token, { pin: "2468" });
    const removed = await call("DELETE", `/me/pins/${here}`, sam.token);
    assert.deepEqual([removed.status, removed.body.object], [200, "pin.removed"], removed.text);
    assert.equal((await tablet.ask("POST", "/sign_in/pin", { person_id: sam.id, pin: "2468" })).status, 401);
    assert.equal((await call("DELETE", `/me/pins/${here}`, sam.token)).status, 404);
  });

  test("a PIN is set where one works only", async () => {
    const elsewhere = await createLocation(service.database);
    assert.equal((await call("PUT", `/me/pins/${elsewhere}`, sam.token, { pin: "1234" })).status, 404);
  });
});
