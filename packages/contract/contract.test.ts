/** Generated clients compile and work against the real service; `npm run test:contract` generates them first. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createOrderingLocation, type OrderingLocation } from "../../test/harness/ordering.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import type { readByOthers } from "./flows/others.ts";
import type { playPartner } from "./flows/partner.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service);
});
after(() => service.stop());

function run(program: string, given: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${program}`, given, { cwd: here, encoding: "utf8" });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

/** Generated modules name each other without endings, so a flow is bundled before it runs. */
async function load<T>(flow: string): Promise<T> {
  const outfile = `${here}generated/${flow}.mjs`;
  await build({ entryPoints: [`${here}flows/${flow}.ts`], outfile, bundle: true, format: "esm", platform: "node" });
  return (await import(outfile)) as T;
}

test("every client, the flows and their switch on event_type compile under strict, and wrong uses do not", () =>
  run("tsc", ["-p", "tsconfig.json"]));

test("spectral has nothing to say against any description", () => {
  const documents = ["partner", "diner", "operator", "channel", "console"].map((name) => `../../openapi/${name}.json`);
  run("spectral", ["lint", "--fail-severity=hint", "--quiet", "--ruleset", "spectral.yaml", ...documents]);
});

test("a till on the client of hey-api hears, fetches, decides and pages", async () => {
  const flow = await load<{ readonly playPartner: typeof playPartner }>("partner");
  const played = await flow.playPartner(service.url, shop.app.key, shop.locationId);
  assert.equal(played.status, "ACCEPTED");
  assert.ok(played.events.includes("order.notification"));
  assert.equal(played.pages, played.events.length);
  assert.equal(played.unknown, "not_found");
});

test("orval, its schemas and swagger-typescript-api read what the service answers", async () => {
  const flow = await load<{ readonly readByOthers: typeof readByOthers }>("others");
  const order = await shop.place();
  assert.deepEqual(await flow.readByOthers(service.url, shop.app.key, order.id), ["PENDING", "test", "false"]);
});
