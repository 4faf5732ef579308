import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { compiledCode } from "../../test/harness/compiled-code.ts";
import { operatorToken, startService, type TestService } from "../../test/harness/service.ts";

const program = fileURLToPath(new URL("../../bin/maple.js", import.meta.url));

let service: TestService;
before(async () => {
  service = await startService({ live: true });
});
after(() => service.stop());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function maple(words: readonly string[], token = operatorToken): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...compiledCode, MAPLE_URL: service.url, OPERATOR_TOKEN: token, MAPLE_DATA_DIR: "/nonexistent" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: Number(code), out, err };
}

/** Runs a command that must succeed and gives the answer of the service. */
async function done(...words: string[]): Promise<Record<string, unknown>> {
  const ran = await maple([...words, "--json"]);
  assert.equal(ran.code, 0, ran.err);
  return JSON.parse(ran.out) as Record<string, unknown>;
}

test("an operator sets a partner up from nothing, and takes everything back", async () => {
  const app = String((await done("app", "create", "--name", "Corner POS", "--scopes", "locations:read"))["id"]);
  const place = ["--name", "Corner Bistro", "--timezone", "America/Chicago", "--city", "Springfield"];
  const location = String((await done("location", "create", ...place, "--messaging", "on"))["id"]);
  const issued = await done("key", "issue", app, "--expires-at", "2100-01-01T00:00:00Z");
  const key = String(issued["key"]);
  assert.equal(issued["expires_at"], "2100-01-01T00:00:00.000Z");

  const path = `/v1/locations/${location}`;
  assert.equal((await service.call("GET", path, { key })).status, 404, "not granted yet");
  await done("grant", "add", app, location);
  const seen = await service.call("GET", path, { key });
  assert.deepEqual([seen.status, seen.body.name, seen.body.address.city], [200, "Corner Bistro", "Springfield"]);

  await done("location", "update", location, "--status", "paused", "--latitude=39.8", "--longitude=-89.65");
  const shown = await done("location", "show", location);
  assert.deepEqual([shown["status"], shown["coordinate"]], ["paused", { latitude: 39.8, longitude: -89.65 }]);
  await done("app", "update", app, "--scopes", "all", "--name", "Corner POS 2");

  await done("grant", "remove", app, location);
  assert.equal((await service.call("GET", path, { key })).status, 404);
  await done("key", "revoke", String(issued["id"]));
  assert.equal((await service.call("GET", path, { key })).status, 401);

  const audit = (await done("audit", "list", "--limit", "3"))["data"] as { action: string }[];
  assert.equal(audit.length, 3);
  const keys = await maple(["key", "list", app]);
  assert.match(keys.out, new RegExp(`^ID +LAST FOUR .*\n${String(issued["id"])} +${key.slice(-4)} `));
  const apps = await maple(["app", "list"]);
  assert.match(
    apps.out,
    new RegExp(`\n${app} +Corner POS 2 +enabled +locations:read,locations:write,connections:read`),
  );
});

test("feedback is read, the environments are apart", async () => {
  assert.equal((await maple(["feedback", "list"])).out, "none\n");
  const app = await done("app", "create", "--name", "Live POS", "--scopes", "orders:read", "--env", "live");
  assert.match((await maple(["app", "list", "--env", "live"])).out, new RegExp(`${String(app["id"])} +Live POS`));
  assert.doesNotMatch((await maple(["app", "list"])).out, /Live POS/);
  const issued = await done("key", "issue", String(app["id"]), "--env", "live");
  assert.match(String(issued["key"]), /^mpk_live_/);
});

test("an operation is found by its id", async () => {
  const ran = await maple(["operation", "show", "opn_01jbz000000000000000000000"]);
  assert.equal(ran.code, 1);
  assert.match(ran.err, /^maple: 404 .*\(request req_/);
});

test("what the service refuses is told in one line that names the field", async () => {
  const unknown = await maple(["location", "create", "--name", "A", "--timezone", "Mars/Olympus"]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /^maple: 400 [^\n]*timezone[^\n]*\n$/);
  const malformed = await maple(["key", "issue", "nonsense"]);
  assert.match(malformed.err, /^maple: 400 [^\n]*\n$/);
});

test("a wrong token is said to be wrong", async () => {
  const ran = await maple(["app", "list"], "not-the-token-of-this-service");
  assert.equal(ran.code, 4);
  assert.match(ran.err, /does not accept this operator token/);
});

test("a location's book is handed to a provider, its operations are listed, and a channel is made and closed", async () => {
  const location = String((await done("location", "create", "--name", "Booked", "--timezone", "Europe/Paris"))["id"]);
  const options = ["--adapter", "simulated", "--max-party", "8", "--booking-mode", "provider"];
  const set = await done("location", "provider", location, ...options);
  assert.partialDeepStrictEqual(set, { booking_mode: "provider", booking_provider: { adapter: "simulated" } });
  const taken = await done("location", "update", location, "--booking-provider", "", "--booking-mode", "native");
  assert.deepEqual([taken["booking_mode"], taken["booking_provider"]], ["native", null]);
  assert.deepEqual((await done("operation", "list", "--state", "unsettled"))["data"], []);
  const settle = await maple(["operation", "settle", "opn_01jbz000000000000000000000", "--outcome", "ask_again"]);
  assert.notEqual(settle.code, 0);
  const channel = await done("channel", "create", "--name", "Maps", "--locations", location);
  const credential = Buffer.from(`${String(channel["username"])}:${String(channel["password"])}`).toString("base64");
  const health = () => service.call("GET", "/reserve/v3/HealthCheck", { key: `Basic ${credential}` });
  assert.equal((await health()).status, 200);
  await done("channel", "update", String(channel["id"]), "--enabled", "off");
  assert.equal((await health()).status, 401);
  assert.ok(!JSON.stringify(await done("channel", "list")).includes(String(channel["password"])));
});

test("money, menu versions and guests are asked for in words, and what the call needs is said before it is made", async () => {
  assert.equal((await maple(["refunds"])).out, "none\n");
  assert.equal((await maple(["ledger", "--limit", "5"])).out, "none\n");
  const location = String((await done("location", "create", "--name", "Menus", "--timezone", "Europe/Paris"))["id"]);
  assert.equal((await maple(["menu", "versions", location])).out, "none\n");
  const restored = await maple(["menu", "restore", location, "mnv_01jbz000000000000000000000"]);
  assert.deepEqual([restored.code, restored.err.startsWith("maple: 404 ")], [1, true], restored.err);
  const exported = await done("guest", "export", "--phone", "+33 1 42 60 01 43");
  assert.deepEqual([exported["object"], exported["phone"], exported["bookings"]], ["guest_export", "+33142600143", []]);
  assert.match(
    (await maple(["guest", "erase", "--email", "ada@example.com"])).out,
    /^bookings +0\nwaitlist_entries +0\n$/,
  );
  const nobody = await maple(["guest", "erase"]);
  assert.deepEqual(
    [nobody.code, nobody.err],
    [2, "maple: give --phone or --email, one or more of them\nmaple help guest erase tells how\n"],
  );
});
