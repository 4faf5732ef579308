import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";

const fixture = new URL("./watchdog.fixture.ts", import.meta.url).pathname;

/** Starts a process under a watchdog of so many seconds; answers once it runs. */
async function start(t: TestContext, seconds: number) {
  const child = spawn(process.execPath, [fixture, String(seconds)], { stdio: ["pipe", "pipe", "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  const said = { errors: "" };
  child.stderr.on("data", (text: Buffer) => void (said.errors += text.toString()));
  await once(child.stdout, "data");
  return { child, said };
}

test("a process whose event loop stands is killed, and says why (rules/operating 4.3)", async (t) => {
  const { child, said } = await start(t, 2);
  child.stdin.write("stand\n");
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  assert.deepEqual([code, signal], [null, "SIGKILL"]);
  assert.match(said.errors, /the event loop stood still for 2 s/);
});

test("a process that was frozen for longer and thawed lives on", async (t) => {
  const { child } = await start(t, 2);
  child.kill("SIGSTOP");
  const frozen = performance.now();
  await waitUntilTrue(() => performance.now() > frozen + 2_500);
  child.kill("SIGCONT");
  const thawed = performance.now();
  // The watchdog looks once a second: after its first look it would have ended a process whose frozen time counts.
  await waitUntilTrue(async () => {
    const answered = once(child.stdout, "data");
    child.stdin.write("alive\n");
    await answered;
    return performance.now() > thawed + 1_500;
  });
  assert.deepEqual([child.exitCode, child.signalCode], [null, null]);
});
