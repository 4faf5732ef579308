/** The packed command certifies the packed example on the old Node, and does not certify a program that decides nothing. */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export interface CertifyTools {
  readonly node: string;
  /** The folder in which both packages are installed. */
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The command of the package. */
  readonly maple: string;
  readonly start: (program: string, ...words: readonly string[]) => ChildProcess;
  readonly said: (child: ChildProcess, words: RegExp) => Promise<string>;
}

/** Takes every order and decides none. */
const idle = `
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { Maple } from "@maple-partners/sdk";
const { base_url: baseUrl, api_key: apiKey } = JSON.parse(readFileSync(".maple/sandbox.json", "utf8"));
const server = createServer((request, response) => request.resume().on("end", () => response.end()));
server.listen(0, "127.0.0.1", async () => {
  const notification_url = "http://127.0.0.1:" + server.address().port + "/idle";
  await new Maple({ baseUrl, apiKey }).webhookSubscriptions.create({ notification_url, event_types: ["order.notification"] });
  console.log("receives at " + notification_url);
});
`;

const scenarios = "ord-accept,ord-lost-answer";

/** Plays the scenarios against the example and against the idle program. */
export async function checkCertified(tools: CertifyTools): Promise<void> {
  const { home, start, said } = tools;
  const examples = join(home, "node_modules/@maple-partners/maple/examples");
  const menu = join(examples, "menus/small-bistro.json");
  const example = start(join(examples, "partner-app/main.js"), "--port", "0", "--menu", menu);
  try {
    const passed = await certify(tools, await addressIn(said(example, /http:\/\/\S+\/maple\/webhooks/)), scenarios);
    assert.equal(passed.status, 0, passed.stdout + passed.stderr);
    console.log(`the example passes ${scenarios}`);
  } finally {
    await end(example);
  }
  writeFileSync(join(home, "idle.mjs"), idle);
  const broken = start(join(home, "idle.mjs"));
  try {
    const failed = await certify(tools, await addressIn(said(broken, /http:\/\/\S+\/idle/)), "ord-accept");
    assert.equal(failed.status, 1, failed.stdout + failed.stderr);
    assert.match(failed.stdout, /ord-accept/, failed.stderr);
    console.log("a program that decides nothing fails ord-accept");
  } finally {
    await end(broken);
  }
}

async function addressIn(words: Promise<string>): Promise<string> {
  return /http:\/\/[^\s"',;)]+/.exec(await words)?.[0] ?? "";
}

/** A machine that is full answers 503 now and then; the command ends with it, and is run again. */
async function certify({ node, home, environment, maple }: CertifyTools, webhook: string, only: string) {
  const words = [maple, "certify", "--url", webhook, "--scenario", only];
  for (let tries = 1; ; tries++) {
    const ran = spawnSync(node, words, { cwd: home, encoding: "utf8", env: environment, timeout: 150_000 });
    if (tries === 5 || !ran.stderr.includes("[unavailable]")) return ran;
    await delay(2_000);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
