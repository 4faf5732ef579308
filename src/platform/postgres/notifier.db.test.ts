/** Wake-ups between two processes, also after the network lost messages. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { startSilentProxy, type SilentProxy } from "../../../test/stand-ins/silent-proxy.ts";
import type { WakeupChannel } from "../jobs/wakeups.ts";
import { workDeadlines } from "./deadlines.ts";
import { startNotifier, type Notifier } from "./notifier.ts";

let clone: ClonedDatabase;
let proxy: SilentProxy;
const started: Notifier[] = [];
before(async () => {
  clone = await cloneDatabase();
  proxy = await startSilentProxy(clone.directUrl);
});
after(async () => {
  proxy.heal();
  for (const notifier of started) await notifier.close();
  await proxy.close();
  await clone.drop();
});

type Receive = (channel: WakeupChannel, number?: number) => void;

function start(receive: Receive, more: { lifetimeMs?: number } = {}): Notifier {
  const notifier = startNotifier({
    url: proxy.through(clone.directUrl),
    receive,
    deadlines: { ...workDeadlines, connectMs: 500, checkMs: 500, closeMs: 200 },
    proveEveryMs: 50,
    reconnectMs: { least: 10, most: 100 },
    ...more,
  });
  started.push(notifier);
  return notifier;
}

/** Publishes until it is heard; a wake-up before the other one listens is lost. */
async function untilHeard(sender: Notifier, heard: () => boolean, channel: WakeupChannel = "jobs"): Promise<void> {
  await waitUntilTrue(() => {
    sender.publish(channel);
    return heard();
  });
}

test("what one publishes the other hears, and not itself; also after a silence", async () => {
  const heard = { by: new Set<WakeupChannel>(), own: new Set<WakeupChannel>() };
  const sender = start((channel) => void heard.own.add(channel));
  start((channel) => void heard.by.add(channel));
  await untilHeard(sender, () => heard.by.has("jobs"));
  assert.equal(heard.own.size, 0);

  proxy.cut();
  // Both connections miss their proof, are destroyed and lose the next ones as well.
  const before = proxy.accepted();
  await untilHeard(sender, () => proxy.accepted() >= before + 4, "timers");
  assert.equal(heard.by.has("timers"), false);
  proxy.heal();
  await untilHeard(sender, () => heard.by.has("timers"), "timers");
});

test("the wake-ups of one moment all arrive, each with a number of its own", async () => {
  const heard = new Map<WakeupChannel, number | undefined>();
  const sender = start(() => {});
  start((channel, number) => {
    if (!heard.has(channel)) heard.set(channel, number);
  });
  await untilHeard(sender, () => heard.has("jobs"));
  await waitUntilTrue(() => {
    for (const channel of ["deliveries", "changes", "timers"] as const) sender.publish(channel);
    return heard.size === 4;
  });
  const numbers = ["deliveries", "changes", "timers"].map((channel) => heard.get(channel as WakeupChannel) ?? NaN);
  assert.deepEqual(
    numbers,
    [0, 1, 2].map((more) => (numbers[0] ?? NaN) + more),
  );
});

test("a connection at the end of its lifetime is replaced", async () => {
  let heard = 0;
  const sender = start(() => {});
  start(() => void (heard += 1), { lifetimeMs: 100 });
  await untilHeard(sender, () => heard > 0);
  const before = proxy.accepted();
  await waitUntilTrue(() => proxy.accepted() > before);
  heard = 0;
  await untilHeard(sender, () => heard > 0);
});

test("a notifier closes in time in a silence", async () => {
  let heard = 0;
  const sender = start(() => {});
  const notifier = start(() => void (heard += 1));
  await untilHeard(sender, () => heard > 0);
  proxy.cut();
  const begun = performance.now();
  await notifier.close();
  assert.ok(performance.now() - begun < 3_000);
  proxy.heal();
});
