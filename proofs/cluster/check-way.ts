/** Whether Maple works over one of the ways to the database: places and accepts orders, reads lists, runs the doctor. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { untilHolds } from "./engine.ts";
import type { Services } from "./services.ts";

const orderCount = 10;
const replicaWithinMs = 30_000;
/** What a machine of one's own is not judged by: its zone data and its disk. */
const ownMachine = new Set(["zones", "disk"]);

interface Finding {
  readonly check: string;
  readonly standing: string;
  readonly says: string;
}

/** Answers what does not work, in words. */
export async function checkWay(services: Services, directory: string): Promise<readonly string[]> {
  const { url = "" } = services.started.get("serve1") ?? {};
  const { api_key: key, locations } = JSON.parse(readFileSync(join(directory, "maple", "sandbox.json"), "utf8")) as {
    readonly api_key: string;
    readonly locations: readonly { readonly id: string }[];
  };
  const wrong: string[] = [];
  for (let number = 1; number <= orderCount; number++) {
    const placed = await post(`${url}/v1/sandbox/orders`, key, { location_id: locations[0]?.id, payment: "paid" });
    if (placed.status !== 201) wrong.push(`an order was answered ${placed.status} ${placed.text}`);
    const { id = "" } = JSON.parse(placed.text) as { readonly id?: string };
    const accepted = await post(`${url}/v1/orders/${id}/accept`, key, {});
    if (accepted.status !== 200) wrong.push(`accepting it was answered ${accepted.status} ${accepted.text}`);
  }
  await untilHolds("the replica is read", replicaWithinMs, async () => (await replicaBehind(url)) <= 10);
  const headers = { authorization: `Bearer ${services.operatorToken}` };
  const log = await fetch(`${url}/operator/v1/test/audit_log`, { headers });
  if (log.status !== 200) wrong.push(`the audit log was answered ${log.status}`);
  console.log(`${orderCount} orders placed and accepted; the audit log read from a standby`);
  return [...wrong, ...(await askDoctor(services, url))];
}

async function askDoctor(services: Services, url: string): Promise<readonly string[]> {
  const { text } = await services.run(["doctor", "--json"], { BASE_URL: url, LOG_LEVEL: "info" });
  const line = text.split("\n").find((each) => each.startsWith("{"));
  if (line === undefined) return [`the doctor said: ${text.slice(0, 500)}`];
  const { findings } = JSON.parse(line) as { readonly findings: readonly Finding[] };
  const told = findings.filter(({ check, standing }) => standing !== "right" && !ownMachine.has(check));
  for (const { check, standing, says } of told) console.log(`the doctor: ${standing} ${check} ${says}`);
  console.log(`the doctor: ${findings.filter(({ standing }) => standing === "right").length} checks right`);
  return told.filter(({ standing }) => standing === "wrong").map(({ check, says }) => `${check}: ${says}`);
}

async function replicaBehind(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^maple_replica_behind_seconds\{.*\} (\S+)$/m.exec(text)?.[1] ?? Infinity);
}

async function post(
  url: string,
  key: string,
  body: object,
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}
