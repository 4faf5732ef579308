import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp, type TestApp } from "../../test/harness/factories.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { callService, exitCodes } from "./call-operator.ts";
import { faultsCommand } from "./faults.ts";

let service: TestService;
let app: TestApp;
before(async () => {
  service = await startService();
  app = await createApp(service.database);
});
after(() => service.stop());

/** Runs `maple faults …` in this process. */
async function faults(words: readonly string[], options: Readonly<Record<string, string>> = {}) {
  const access = { url: service.url, token: app.key, name: "API key" } as const;
  const [out, err]: [string[], string[]] = [[], []];
  const [argument, second] = words;
  const code = await faultsCommand.run(
    { argument, second, text: (name) => options[name], has: (name) => name in options, access },
    {
      out: (line) => void out.push(line),
      err: (line) => void err.push(line),
      call: (call) => callService(call, access),
      interrupted: new AbortController().signal,
    },
  );
  return { code, out: out.join("\n"), err: err.join("\n") };
}

test("faults are added one after another, listed with how often they acted, and switched off (rules/ordering 15.6)", async () => {
  assert.match((await faults(["list"])).out, /no faults are on/);
  const on = await faults(["on", "api_unavailable"], { operation: "getMe", times: "1", seed: "7" });
  assert.deepEqual([on.code, on.err], [exitCodes.done, ""]);
  assert.equal((await service.call("GET", "/v1/me", { key: app.key })).status, 503);
  assert.equal((await service.call("GET", "/v1/me", { key: app.key })).status, 200);
  const second = await faults(["on", "webhook_late"], { event: "order.notification", delay: "200" });
  assert.match(second.out, /api_unavailable[\s\S]*webhook_late[\s\S]*seed 7/);
  const { rules } = (await service.call("GET", "/v1/sandbox/faults", { key: app.key })).body;
  assert.deepEqual(
    rules.map((rule: { readonly acted: number }) => rule.acted),
    [1, 0],
    "the first does not begin anew",
  );
  const wrong = await faults(["on", "webhook_late"], { delay: "soon" });
  assert.equal(wrong.code, exitCodes.refused);
  assert.match(wrong.err, /delay_seconds/);
  assert.match((await faults(["off"])).out, /no faults are on/);
  assert.equal((await service.call("GET", "/v1/sandbox/faults", { key: app.key })).body.rules.length, 0);
});

test("a mistyped kind says which was meant, and a strange word what there is", async () => {
  const mistyped = await faults(["on", "webhook_lat"]);
  assert.equal(mistyped.code, exitCodes.usage);
  assert.match(mistyped.err, /did you mean webhook_late\?/);
  const halved = await faults(["on", "late"]);
  assert.match(halved.err, /there is no fault late; did you mean webhook_late\?/);
  assert.match((await faults(["up"])).err, /knows on KIND, off and list/);
});
