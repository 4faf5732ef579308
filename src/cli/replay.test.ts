import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ServiceCall } from "./call-operator.ts";
import { replayCommand, replaySentence } from "./replay.ts";

const say = (
  counts: readonly [queued: number, skipped: number, listeners: number],
  words: readonly string[],
  argument: string | undefined,
  events: number,
): string => {
  const [queued, skipped, listeners] = counts;
  const answer = { event_ids: Array<string>(events).fill("evt_1"), queued, skipped, listeners, has_more: false };
  return replaySentence(answer, { argument, has: (name) => words.includes(name) });
};

describe("what a replay of one event says", () => {
  for (const [counts, words, sentence] of [
    [[1, 0, 0], [], "sent again to 1 subscription"],
    [[1, 0, 2], [], "sent again to 1 subscription; 2 open listeners hear the event again"],
    [[0, 0, 1], [], "1 open listener hears the event again"],
    [[2, 1, 0], [], "sent again to 2 subscriptions; 1 subscription left as it is"],
    [[0, 2, 1], [], "1 open listener hears the event again; 2 subscriptions left as they are"],
    [
      [0, 0, 0],
      [],
      "no subscription and no open listener: nobody received the event. Run maple listen --forward-to URL, or subscribe with POST /v1/webhook_subscriptions, and then maple replay evt_1",
    ],
    [
      [0, 1, 0],
      ["subscription"],
      "nobody received the event: 1 subscription left as it is (received already, disabled or under way; --force sends also to those that have received it)",
    ],
    [
      [0, 2, 0],
      ["force"],
      "nobody received the event: 2 subscriptions left as they are (disabled or under way; maple events evt_1 shows the deliveries)",
    ],
  ] as const)
    test(sentence, () => assert.equal(say(counts, words, "evt_1", 1), sentence));
});

describe("what a replay of a time span says", () => {
  for (const [counts, words, events, sentence] of [
    [[3, 1, 2], [], 2, "2 events: 3 deliveries queued, 1 left as it is; 2 open listeners hear them again"],
    [[1, 0, 0], [], 1, "1 event: 1 delivery queued, 0 left as they are"],
    [[0, 0, 1], [], 2, "2 events: no subscription; 1 open listener hears them again"],
    [[0, 0, 1], ["dry-run"], 2, "2 events: no subscription; 1 open listener would hear them again"],
    [[2, 0, 0], ["dry-run"], 2, "2 events: 2 deliveries would be queued, 0 left as they are"],
    [
      [0, 0, 0],
      [],
      2,
      "2 events: no subscription and no open listener: nobody received them. Run maple listen --forward-to URL, or subscribe with POST /v1/webhook_subscriptions, and repeat this",
    ],
    [
      [0, 2, 0],
      ["dry-run"],
      2,
      "2 events: 0 deliveries would be queued, 2 left as they are, and no open listener: nobody would receive them. With --status delivered, what was received is sent again",
    ],
    [[0, 0, 0], [], 0, "no event fits: nothing to send. maple events lists what there is"],
  ] as const)
    test(sentence, () => assert.equal(say(counts, words, undefined, events), sentence));

  test("that there is more", () => {
    const answer = { event_ids: ["evt_1"], queued: 1, skipped: 0, listeners: 0, has_more: true };
    const said = replaySentence(answer, { argument: undefined, has: () => false });
    assert.match(said, /^1 event: .*; there are more events: repeat with a later --since$/);
  });
});

describe("when a span begins", () => {
  for (const [since, from, asked] of [
    ["2h", 1_000_000_000 - 7_200, ["/v1/ping", "/v1/webhook_events/replay"]],
    ["900000000", 900_000_000, ["/v1/webhook_events/replay"]],
  ] as const)
    test(`${since} is counted by the clock of the service`, async () => {
      const calls: ServiceCall[] = [];
      const given = {
        argument: undefined,
        text: (option: string) => (option === "since" ? since : undefined),
        has: (option: string) => option === "since",
        access: { url: "http://localhost", token: "key", name: "API key" as const },
      };
      const answer = { event_ids: [], queued: 0, skipped: 0, listeners: 0, has_more: false };
      const code = await replayCommand.run(given, {
        out: () => {},
        err: assert.fail,
        call: async (call) => {
          calls.push(call);
          return { kind: "answer", answer, text: "", answeredAtMs: 1_000_000_000_000 };
        },
        interrupted: new AbortController().signal,
      });
      assert.equal(code, 0);
      assert.deepEqual(
        calls.map(({ path }) => path),
        asked,
      );
      assert.partialDeepStrictEqual(calls.at(-1)?.body, { since: from });
    });
});
