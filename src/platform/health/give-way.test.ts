import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { giveWay, type OwnFiles } from "./give-way.ts";

const stat = (session: number): string => `7 (a name) with (brackets)) S 1 ${session} ${session} 0 -1 4194304`;

function files(autogroup: string, session = process.pid, refuse: () => boolean = () => false) {
  const written: string[] = [];
  const own: OwnFiles = {
    read: (name) => (name === "stat" ? stat(session) : autogroup),
    write: (_name, text) => {
      if (refuse()) throw new Error("EAGAIN");
      written.push(text);
    },
  };
  return { own, written };
}

test("a process goes behind the others while it starts, and then has the share of before (rules/operating 5.6)", () => {
  const { own, written } = files("/autogroup-12 nice 3\n");
  const end = giveWay(own);
  assert.deepEqual(written, ["15"]);
  end();
  assert.deepEqual(written, ["15", "3"]);
});

test("where other programs are in the session, it is behind already, or the file is none, nothing is written", () => {
  for (const { own, written } of [
    files("/autogroup-12 nice 0\n", process.pid + 1),
    files("/autogroup-12 nice 19\n"),
    files("something else"),
  ]) {
    giveWay(own)();
    assert.deepEqual(written, []);
  }
  giveWay({ read: () => assert.fail("ENOENT"), write: () => assert.fail("never") })();
  giveWay(files("/autogroup-12 nice 0\n", process.pid, () => true).own)();
});

test("a change that the kernel does not take is made again until it does", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let isRefused = false;
  const { own, written } = files("/autogroup-12 nice 0\n", process.pid, () => isRefused);
  const end = giveWay(own);
  isRefused = true;
  end();
  t.mock.timers.tick(250);
  assert.deepEqual(written, ["15"]);
  isRefused = false;
  t.mock.timers.tick(250);
  assert.deepEqual(written, ["15", "0"]);
  t.mock.timers.tick(60_000);
  assert.deepEqual(written, ["15", "0"]);
});

test("a start that takes too long goes on as any other process (rules/operating 5.6)", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { own, written } = files("/autogroup-12 nice 0\n");
  giveWay(own);
  t.mock.timers.tick(20_000);
  assert.deepEqual(written, ["15", "0"]);
});

test("the kernel takes both changes", { skip: !existsSync("/proc/self/autogroup") }, async (t) => {
  const program = `const { readFileSync, writeFileSync } = require("node:fs");
    const file = "/proc/self/autogroup";
    const share = () => / nice (.*)/.exec(readFileSync(file, "utf8"))[1];
    try {
      writeFileSync(file, share());
    } catch ({ code }) {
      // Of all sessions together the kernel takes few changes; here it takes none.
      if (code !== "EAGAIN") process.exit(console.log("none"));
    }
    const until = (isTrue) => new Promise((resolve) => {
      const timer = setInterval(() => isTrue() && resolve(clearInterval(timer)), 20);
    });
    import(${JSON.stringify(new URL("give-way.ts", import.meta.url).href)}).then(async ({ giveWay }) => {
      let goOn;
      await until(() => ((goOn = giveWay()), share() === "15"));
      goOn();
      await until(() => share() === "0");
      console.log("behind, and back");
    });`;
  // In a session of its own, as a service of systemd is.
  const child = spawn(process.execPath, ["-e", program], { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const bytes of child.stdout) said += String(bytes);
  if (said === "none\n") return t.skip("this kernel shares no processors by sessions");
  assert.equal(said, "behind, and back\n");
});
