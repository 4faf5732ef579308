/**
 * Plays the main job against a real sandbox and keeps one request and answer of every call as its example, in
 * src/docs-pages/recorded-examples.json. Run it when a call is new or its shape has changed; test/house/openapi.test.ts checks
 * the examples against the schemas.
 */
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startDatabaseServer } from "../test/harness/database-server.ts";
import { createApp } from "../test/harness/factories.ts";
import { operatorToken, startService, type TestService } from "../test/harness/service.ts";
import {
  playEvents,
  playLocations,
  playMenus,
  playOperator,
  playOrders,
  playWebhooks,
  type Recorder,
} from "./example-scenario.ts";
import { makeRunDirectory } from "../proofs/rig/run-directory.ts";

const file = fileURLToPath(new URL("../src/docs-pages/recorded-examples.json", import.meta.url));

const directory = makeRunDirectory();
try {
  const server = await startDatabaseServer(join(directory, "postgres"), process.env["TEST_DATABASE_URL"]);
  Object.assign(process.env, server.environment);
  try {
    await recordAll();
  } finally {
    await server.stop();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function recordAll(): Promise<void> {
  const receiver = createServer((request, answer) => void request.resume().on("end", () => answer.end("ok")));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/maple`;
  const service = await startService({ workers: true });
  try {
    const { key } = await createApp(service.database);
    const recorder = createRecorder(service, key);
    await playOperator(recorder);
    const locationId = await playLocations(service, recorder, key);
    await playWebhooks(recorder, receiverUrl);
    await playMenus(recorder, locationId);
    await playOrders(recorder, locationId);
    await playEvents(recorder);
    const missing = service.service.routes.filter(({ route }) => !recorder.examples.has(route.operationId));
    for (const { route } of missing) console.warn(`no example of ${route.operationId}`);
    const text = JSON.stringify(Object.fromEntries(recorder.examples), null, 2)
      .replaceAll(receiverUrl, "https://pos.example/maple")
      .replaceAll(service.url, "https://maple.example");
    writeFileSync(file, `${text}\n`);
    spawnSync(process.execPath, [fileURLToPath(new URL("../node_modules/.bin/oxfmt", import.meta.url)), file]);
    console.log(`${recorder.examples.size} examples are written`);
  } finally {
    await service.stop();
    receiver.close();
  }
}

function createRecorder(service: TestService, key: string): Recorder {
  const examples = new Map<string, object>();
  const routes = new Map(service.service.routes.map(({ route }) => [route.operationId, route]));
  return {
    examples,
    record: async (operationId, params = {}, body) => {
      const route = routes.get(operationId);
      if (route === undefined) throw new Error(`there is no operation ${operationId}`);
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "test");
      const options = { key: route.access.kind === "operator" ? operatorToken : key, body };
      const answer = await service.call(route.method, path, options);
      if (answer.status >= 300) throw new Error(`${operationId}: ${answer.status} ${answer.text}`);
      if (!examples.has(operationId)) {
        const response = shorten(answer.body) as object;
        examples.set(operationId, { ...(body === undefined ? {} : { request: body }), response });
      }
      return answer.body;
    },
  };
}

/** An example shows a list by its first entry, other series by two, and no secret. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === "signing_secret")
        return [name, `whsec_${Buffer.from("an example, not a secret at all.").toString("base64")}`];
      if (name === "key" && typeof inner === "string")
        return [name, `${inner.slice(0, 9)}example0not0a0real0key0000000000000`];
      if (name === "data" && Array.isArray(inner)) return [name, inner.slice(0, 1).map(shorten)];
      return [name, name === "event_types" || name === "scopes" ? inner : shorten(inner)];
    }),
  );
}
