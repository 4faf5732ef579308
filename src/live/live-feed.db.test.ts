import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { waitUntil } from "../../test/harness/wait-until.ts";
import { createLocation } from "../../test/harness/factories.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { newId, type Id } from "../kernel/id.ts";
import { createWakeups } from "../platform/jobs/wakeups.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { forgetLiveChanges } from "./forget-live-changes.job.ts";
import { createLiveFeed } from "./live-feed.cache.ts";
import type { LiveMessage } from "./live-feed.ts";
import type { LiveTopic } from "./live-topics.ts";
import { recordLiveChange } from "./record-live-change.command.ts";

let service: TestService;
let location: Id<"str">;
before(async () => {
  service = await startService({ routes: () => [] });
});
after(() => service.stop());
let open: AbortController[] = [];
afterEach(() => {
  for (const controller of open) controller.abort();
  open = [];
});
beforeEach(async () => {
  location = await createLocation(service.database);
});

const change = (tx: Tx, id: string = newId("ord"), topic: LiveTopic = "orders"): void =>
  recordLiveChange(tx, location, topic, id);
const commit = (id?: string, topic?: LiveTopic): Promise<void> =>
  service.database.transaction(async (tx) => change(tx, id, topic));

/** A feed of its own, woken by hand; heartbeats come every 20 ms. */
function openFeed(failing: () => boolean = () => false, streamMs = 60_000) {
  const wakeups = createWakeups();
  const shown: string[][] = [];
  const feed = createLiveFeed({
    database: service.database,
    wakeups,
    async show(_location, topic, ids) {
      if (failing()) throw new Error("not now");
      shown.push([topic, ...ids]);
      return new Map(ids.map((id) => [id, { id }]));
    },
    onError: () => {},
    pace: { heartbeatMs: 20, gatherMs: 1, noteShownMs: 1, streamMs },
  });
  const follow = (after?: number, topics: readonly LiveTopic[] = ["orders"]) => {
    const controller = new AbortController();
    open.push(controller);
    const following = { locationId: location, topics: new Set(topics), after, signal: controller.signal };
    const messages = feed.follow(following);
    const next = async (): Promise<LiveMessage> => {
      const { value, done } = await messages.next();
      assert.ok(done !== true, "the stream has ended");
      return value;
    };
    return {
      next,
      /** Reads until the feed ends the stream. */
      async ended(): Promise<void> {
        while ((await messages.next()).done !== true);
      },
      /** The next message that is no heartbeat, in short. */
      async news(): Promise<string> {
        for (;;) {
          const message = await next();
          if (message.object === "heartbeat") continue;
          return message.object === "reset"
            ? `reset ${message.sequence}`
            : `${message.sequence} ${(message.resource as { readonly id: string }).id}`;
        }
      },
      async end(): Promise<void> {
        controller.abort();
        while ((await messages.next()).done !== true);
      },
    };
  };
  return { follow, shown, wake: () => wakeups.wake("changes") };
}

describe("a stream", () => {
  test("gets what is committed while it follows, and resumes from any number that is kept (rules/board 1.2)", async () => {
    const feed = openFeed();
    const ids = [newId("ord"), newId("ord"), newId("ord")];
    await commit(ids[0]);
    const stream = feed.follow(0);
    assert.equal(await stream.news(), `1 ${ids[0]}`);
    await commit(ids[1]);
    feed.wake();
    assert.equal(await stream.news(), `2 ${ids[1]}`);
    await commit(ids[0]);
    await commit(ids[2]);
    const late = feed.follow(1);
    assert.deepEqual(
      [await late.news(), await late.news(), await late.news()],
      [`2 ${ids[1]}`, `3 ${ids[0]}`, `4 ${ids[2]}`],
    );
    feed.wake();
    assert.deepEqual([await stream.news(), await stream.news()], [`3 ${ids[0]}`, `4 ${ids[2]}`]);
    await Promise.all([stream.end(), late.end()]);
  });

  test("misses nothing and repeats nothing, however it comes in between (rules/board 1.2)", async () => {
    const feed = openFeed();
    const early = feed.follow(0);
    await early.next();
    const writing = (async () => {
      for (let n = 0; n < 60; n++) {
        await commit();
        feed.wake();
      }
    })();
    const streams = await Promise.all(
      [0, 0, 0, 0].map(async () => {
        const stream = feed.follow(0);
        const seen: number[] = [];
        while (seen.at(-1) !== 60) seen.push(Number.parseInt(await stream.news(), 10));
        await stream.end();
        return seen;
      }),
    );
    await writing;
    const all = Array.from({ length: 60 }, (_, index) => index + 1);
    for (const seen of streams) assert.deepEqual(seen, all);
    await early.end();
  });

  test("gets its topics only, and the lost wake-up costs a heartbeat at most", async () => {
    const feed = openFeed();
    const stream = feed.follow(0, ["settings"]);
    await stream.next();
    await commit();
    await commit(location, "settings");
    assert.equal(await stream.news(), `2 ${location}`);
    await stream.end();
  });

  test("is told to begin anew when changes are missing, or when the number is none of here (rules/board 1.2)", async () => {
    for (let n = 0; n < 3; n++) await commit();
    await service.database.transaction((tx) =>
      tx.rows("UPDATE live_changes SET at = now() - interval '25 hours' WHERE location_id = $1 AND sequence < 3", [
        location,
      ]),
    );
    assert.equal(await forgetLiveChanges(service.database), false);
    const feed = openFeed();
    for (const [after, wanted] of [
      [1, "reset 3"],
      [99, "reset 3"],
    ] as const) {
      const stream = feed.follow(after);
      assert.equal(await stream.news(), wanted);
      await stream.end();
    }
    const whole = feed.follow(2);
    assert.match(await whole.news(), /^3 /);
    await whole.end();
  });

  test("says the location's time, and a fault of one look is made good by the next (rules/board 1.3)", async () => {
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET clock_offset_seconds = 86400 WHERE id = $1", [location]),
    );
    let isFailing = true;
    const feed = openFeed(() => isFailing);
    const stream = feed.follow();
    const beat = await stream.next();
    assert.ok(beat.object === "heartbeat");
    assert.ok(Math.abs(beat.now_ms - service.database.clock.now() - 86_400_000) < 5_000);
    const id = newId("ord");
    await commit(id);
    feed.wake();
    isFailing = false;
    assert.equal(await stream.news(), `1 ${id}`);
    await stream.end();
  });

  test("shares each look at a resource with all others, and notes that the orders are shown (rules/board 1.4)", async () => {
    const feed = openFeed();
    const streams = Array.from({ length: 20 }, () => feed.follow());
    await Promise.all(streams.map(({ next }) => next()));
    const id = newId("ord");
    await commit(id);
    feed.wake();
    for (const stream of streams) assert.equal(await stream.news(), `1 ${id}`);
    assert.deepEqual(feed.shown, [["orders", id]]);
    const watch = await service.database.read.rows("SELECT 1 FROM board_watch WHERE location_id = $1", [location]);
    assert.equal(watch.length, 1);
    await Promise.all(streams.map((stream) => stream.end()));
  });
});

describe("a reader that is gone without a word (rules/board 1.8)", () => {
  const shownAt = async (): Promise<number | undefined> =>
    (
      await service.database.read.maybe<{ shown_at: number }>(
        "SELECT shown_at FROM board_watch WHERE location_id = $1",
        [location],
      )
    )?.shown_at;

  test("a stream ends by itself, and the next goes on behind the last number", async () => {
    const feed = openFeed(undefined, 60);
    const stream = feed.follow(0);
    await stream.ended();
    const id = newId("ord");
    await commit(id);
    const next = feed.follow(0);
    assert.equal(await next.news(), `1 ${id}`);
    await next.end();
  });

  test("a board that reads nothing any more counts as shown no longer than its stream would last", async () => {
    const feed = openFeed(undefined, 500);
    const asleep = feed.follow();
    await asleep.next();
    await waitUntil(shownAt, (at) => at !== undefined);
    // Readers of no orders keep the feed at work; the second begins when the time of the first, and of the board, is over.
    await feed.follow(undefined, ["settings"]).ended();
    const awake = feed.follow(undefined, ["settings"]);
    const beats = async (): Promise<void> => {
      await awake.next();
      await awake.next();
    };
    await beats();
    const last = await shownAt();
    await beats();
    assert.equal(await shownAt(), last);
    await Promise.all([asleep.end(), awake.end()]);
  });
});
