/** The package as a partner gets it: built, packed, installed in an empty folder, loaded both ways, typed. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { before, test } from "node:test";
import { buildSdk, packFolder } from "../../../scripts/sdk/build-sdk.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sdk-"));
const partner = join(folder, "partner");
let tarball: string;

before(async () => {
  const built = join(folder, "built");
  const { name } = await buildSdk(built);
  tarball = packFolder(built, folder);
  const installed = join(partner, "node_modules", name);
  mkdirSync(installed, { recursive: true });
  // The package has no dependencies and no scripts: installing is unpacking.
  const unpacked = spawnSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"], { encoding: "utf8" });
  assert.equal(unpacked.status, 0, unpacked.stderr);
  cpSync(join(root, "examples/verify-webhook/webhook-vectors.json"), join(partner, "vectors.json"));
});

const run = (name: string, text: string): string => {
  writeFileSync(join(partner, name), text);
  const ran = spawnSync(process.execPath, [name], { cwd: partner, encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  return ran.stdout.trim();
};

const program = `
const maple = new Maple({ apiKey: "key_1", baseUrl: "https://maple.example", fetch: async (address, init) =>
  new Response(JSON.stringify({ object: "order", id: init.method + " " + address }), { status: 200 }) });
(async () => {
  const { vectors } = JSON.parse(readFileSync("vectors.json", "utf8"));
  for (const each of vectors) {
    const { headers, secrets: secret, subscription_id: subscriptionId, notification_url: notificationUrl, now } = each;
    const given = { body: Buffer.from(each.body), headers, secret, subscriptionId, notificationUrl, now };
    const outcome = await verify(given).then(() => "ok", (error) => error.reason);
    if (outcome !== each.expect) throw new Error(each.name + ": " + outcome);
  }
  console.log((await maple.orders.get("ord_1")).id, vectors.length);
})();`;

test("it loads as ES module and as CommonJS, calls, and verifies the public vectors (rules/packages 1.1, 1.6)", () => {
  const esm = `import { readFileSync } from "node:fs"; import { Maple } from "@maple-partners/sdk"; import { verify } from "@maple-partners/sdk/webhooks";`;
  const cjs = `const { readFileSync } = require("node:fs"); const { Maple } = require("@maple-partners/sdk"); const { verify } = require("@maple-partners/sdk/webhooks");`;
  const expected = "GET https://maple.example/v1/orders/ord_1 15";
  assert.equal(run("esm.mjs", esm + program), expected);
  assert.equal(run("cjs.cjs", cjs + program), expected);
});

test("it is small, and depends on nothing (rules/packages 1.1)", () => {
  const installed = join(partner, "node_modules/@maple-partners/sdk");
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<string, unknown>;
  assert.deepEqual(
    [manifest["dependencies"], manifest["devDependencies"], manifest["private"]],
    [undefined, undefined, undefined],
  );
  const { webhooks = [] } = (manifest["typesVersions"] as Record<string, Record<string, string[]>>)["*"] ?? {};
  for (const types of webhooks) assert.ok(statSync(join(installed, types)).isFile(), "for moduleResolution node");
  assert.equal(webhooks.length, 1);
  const code = ["sdk.js", "webhooks/webhooks.js"].map(
    (name) => gzipSync(readFileSync(join(installed, "dist/esm", name))).length,
  );
  assert.ok(code.reduce((sum, size) => sum + size, 0) <= 15 * 1024, `${code.join(" and ")} bytes`);
  assert.ok(statSync(tarball).size <= 250 * 1024, `${statSync(tarball).size} bytes`);
});

test("a strict program compiles, an event's type narrows its data, and wrong uses do not compile", () => {
  const good = `
import { Maple, isMapleError, type Order } from "@maple-partners/sdk";
import { route, type ReceivedEvent } from "@maple-partners/sdk/webhooks";
export async function run(maple: Maple, event: ReceivedEvent): Promise<string> {
  for await (const order of maple.orders.list({ since: 0 })) { const taken: Order = order; void taken; }
  const { decision, lastResponse } = await maple.orders.accept("ord_1", { pos_ticket_id: "T" }, { idempotencyKey: "k" });
  const change = route<number>({ "order.updated": ({ data }) => data.changed.length, default: () => 0 });
  try { await maple.bookingSetup.publish("str_1", JSON.parse("{}")); } catch (error) {
    if (isMapleError(error, "stale_configuration")) return String(error.details.actual + change(event));
  }
  switch (event.event_type) {
    case "order.cancelled": return event.data.order_id + decision + lastResponse.requestId;
    case "unknown": return event.original_type;
    default: return event.event_type;
  }
}
`;
  const wrong = [
    `maple.orders.accept("ord_1", { pos_ticket: "T" });`,
    `maple.orders.deny("ord_1");`,
    `maple.orders.get();`,
    `maple.bookings.create({ guest: { first_name: "A", last_name: "B" } });`,
    `maple.orders.list({ since: "yesterday" });`,
  ];
  const head = `import { Maple } from "@maple-partners/sdk";\nexport async function run(maple: Maple): Promise<void> {\n`;
  writeFileSync(join(partner, "good.mts"), good);
  writeFileSync(join(partner, "good-too.cts"), good);
  wrong.forEach((line, place) => writeFileSync(join(partner, `wrong-${place}.mts`), `${head}  await ${line}\n}\n`));
  const names = ["good.mts", "good-too.cts", ...wrong.map((_, place) => `wrong-${place}.mts`)];
  const options = "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --types node".split(
    " ",
  );
  const types = ["--typeRoots", join(root, "node_modules/@types")];
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, ...types, ...names], {
    cwd: partner,
    encoding: "utf8",
  });
  const faulty = new Set(
    stdout
      .split("\n")
      .map((line) => /^([\w.-]+)\(/.exec(line)?.[1])
      .filter(Boolean),
  );
  assert.deepEqual([...faulty].toSorted(), names.slice(2), stdout);
});
