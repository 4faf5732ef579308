import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test, type TestContext } from "node:test";

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

test("a process whose event loop stands is killed, and says why", async (t) => {
  const { child, said } = await start(t, 2);
  child.stdin.write("stand\n");
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  assert.deepEqual([code, signal], [null, "SIGKILL"]);
  assert.match(said.errors, /the event loop stood still for 2 s/);
});

test("a process that was frozen for longer and thawed lives on", async (t) => {
  const { child } = await start(t, 2);
  child.kill("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  child.kill("SIGCONT");
  for (let beat = 0; beat < 4; beat++) {
    const answered = once(child.stdout, "data");
    child.stdin.write("alive\n");
    await answered;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  assert.equal(child.exitCode, null);
});
