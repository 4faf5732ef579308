/** The samples of the pages run as they stand, in every language that this machine has. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { createOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { describeApi, neutralServerUrl } from "../../docs-pages/api-description.ts";
import type { OpenApiDocument } from "../../platform/http/openapi/openapi-document.ts";
import { runSteps } from "./first-steps.ts";
import { samplesOf, type Sample } from "./samples.ts";

const run = promisify(execFile);

type CallNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

let service: TestService;
let partner: OrderPartner;
let folder: string;
let document: OpenApiDocument;
const names = JSON.parse(
  readFileSync(new URL("../../../packages/sdk/call-names.json", import.meta.url), "utf8"),
) as CallNames;
const sdkMethods = new Map(
  Object.entries(names).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, operationId]): [string, string] => [operationId, `${group}.${name}`]),
  ),
);
before(async () => {
  service = await startService();
  partner = await createOrderPartner(service);
  folder = mkdtempSync(join(tmpdir(), "maple-samples-"));
  const routes = service.service.routes.map(({ route }) => route);
  document = describeApi(routes, neutralServerUrl);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

function samples(operationId: string): readonly Sample[] {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === operationId) return samplesOf(document, { method, path, operation }, sdkMethods);
  }
  throw new Error(`there is no call ${operationId}`);
}

const sdk = new URL("../../../packages/sdk/src/sdk.ts", import.meta.url).href;

/** How a language runs a text; undefined when the machine does not have the language. */
const runners: Readonly<Record<Sample["name"], (code: string) => readonly [string, readonly string[]]>> = {
  curl: (code) => ["bash", ["-c", code.replace("curl ", "curl --silent --show-error --fail-with-body ")]],
  TypeScript: (code) => {
    const file = join(folder, "sample.ts");
    writeFileSync(
      file,
      code.replace("@maple-partners/sdk", sdk).replace("console.log(answer)", "console.log(JSON.stringify(answer))"),
    );
    return [process.execPath, [file]];
  },
  Python: (code) => ["python3", ["-c", code]],
};

const programs: Readonly<Record<Sample["name"], string>> = {
  curl: "curl",
  TypeScript: process.execPath,
  Python: "python3",
};

for (const language of ["curl", "TypeScript", "Python"] as const) {
  const isHere = spawnSync(programs[language], ["--version"]).status === 0;
  describe(language, { skip: isHere ? false : `${language} is not on this machine` }, () => {
    test("a simulated diner orders, and the app accepts the order", async () => {
      const location = await partner.connectedLocation();
      const env = { ...process.env, MAPLE_URL: service.url, MAPLE_API_KEY: partner.app.key, LOCATION: location };
      const say = async (operationId: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
        const sample = samples(operationId).find(({ name }) => name === language);
        assert.ok(sample !== undefined, operationId);
        const [program, given] = runners[language](sample.code);
        return (await run(program, [...given], { env: { ...env, ...more }, timeout: 60_000 })).stdout;
      };
      assert.match(await say("getMe"), /orders:write/);
      const order = JSON.parse(await say("placeSandboxOrder")) as { readonly id: string; readonly status: string };
      assert.equal(order.status, "PENDING");
      assert.match(await say("acceptOrder", { ORDER: order.id }), /"?decision"?: ?"accept"/);
      assert.equal((await partner.read(order.id))["external_id"], "T-1042");
      assert.ok((await say("listOrders")).includes(order.id));
    });
  });
}

test("the steps of the first page lead to an accepted order", async () => {
  const location = await partner.connectedLocation();
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    MAPLE_URL: service.url,
    MAPLE_API_KEY: partner.app.key,
    LOCATION: location,
  };
  const code = runSteps.map((step) => step.code.replaceAll("curl ", "curl --silent --show-error --fail-with-body "));
  const { stdout } = await run("bash", ["-e", "-c", code.join("\n")], { env, timeout: 60_000 });
  assert.match(stdout, /"decision":"accept","status":"received"/);
});

test("every write keeps one Idempotency-Key, and no sample has a key, an address or a location of its own", () => {
  for (const { route } of service.service.routes.filter(({ route: each }) => each.path.startsWith("/v1/"))) {
    for (const { name, code } of samples(route.operationId)) {
      const said = `${route.operationId} in ${name}`;
      assert.doesNotMatch(code, /mpk_|https?:\/\/127|"location_id": ?"str_|uuidgen/, said);
      if (name !== "TypeScript") assert.match(code, /MAPLE_URL/, said);
      if (route.method !== "GET" && route.unkeyed !== true && !route.operationId.startsWith("getM"))
        assert.match(code, /\$KEY|idempotencyKey: key|"Idempotency-Key": key/, said);
    }
  }
});
