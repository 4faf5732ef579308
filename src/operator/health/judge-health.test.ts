/** The judgement of each figure: at its limit nothing, beyond it the words of the alert. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { judgeHealth, refusedShare, type HealthFigures, type HealthState } from "./judge-health.ts";

type Seen = HealthFigures["processes"][number];
const worker: Seen = {
  id: "b2f6d6c8-0000-4000-8000-000000000001",
  kind: "work",
  host: "one",
  started_at: 1_795_000_000_000,
  silent_seconds: 3,
  stopped_at: null,
  skew_seconds: 0.1,
  is_alive: true,
  recent_calls: 1_000,
  recent_refused: 0,
};
const well: HealthFigures = {
  queue: { due: 0, waiting: 0, held: 0, oldestDueSeconds: 0, ledgerWeeks: 2 },
  lateTimerSeconds: 0,
  drainAgeSeconds: 0,
  owedRefunds: { count: 0, oldestSeconds: 0 },
  unsettled: { count: 0, oldestSeconds: 0 },
  connections: { used: 10, most: 100 },
  unattended: [],
  processes: [worker],
};
const queue = (changes: Partial<HealthFigures["queue"]>) => ({ queue: { ...well.queue, ...changes } });
const board = { location_id: newId("str"), name: "Bistro", orders: 2 };

const cases: readonly (readonly [string, Partial<HealthFigures>, HealthState, string | null])[] = [
  ["all is well", {}, "good", null],
  ["a webhook is due for 60 s", queue({ oldestDueSeconds: 60 }), "good", null],
  ["and longer", queue({ oldestDueSeconds: 61, due: 4 }), "bad", "Deliveries stand"],
  ["a timer is 5 s late", { lateTimerSeconds: 5 }, "good", null],
  ["and later", { lateTimerSeconds: 5.1 }, "bad", "Slow or locked"],
  ["the order lists are held back for 31 s", { drainAgeSeconds: 31 }, "warn", "Slow or locked"],
  ["a refund is owed for an hour", { owedRefunds: { count: 1, oldestSeconds: 3_600 } }, "good", null],
  ["and longer", { owedRefunds: { count: 1, oldestSeconds: 3_601 } }, "warn", "Processor down"],
  ["a provider is silent for 11 minutes", { unsettled: { count: 2, oldestSeconds: 660 } }, "warn", "Processor down"],
  ["nine of ten connections", { connections: { used: 90, most: 100 } }, "good", null],
  ["and more", { connections: { used: 91, most: 100 } }, "warn", "Connections gone"],
  ["a week of the ledger is missing", queue({ ledgerWeeks: 1 }), "warn", "Slow or locked"],
  ["nobody looks at a board", { unattended: [board] }, "warn", "Nobody at the board"],
  ["no process works", { processes: [{ ...worker, kind: "serve" }] }, "bad", "Unready"],
  ["one call of a hundred is refused", { processes: [{ ...worker, recent_refused: 10 }] }, "good", null],
  ["and more", { processes: [{ ...worker, recent_refused: 11 }] }, "bad", "Overload"],
  [
    "four of a few calls are refused",
    { processes: [{ ...worker, recent_calls: 20, recent_refused: 4 }] },
    "good",
    null,
  ],
  ["a sandbox does everything in one process", { processes: [{ ...worker, kind: "dev" }] }, "good", null],
  ["a process ended in order", { processes: [worker, { ...worker, is_alive: false, stopped_at: 1 }] }, "good", null],
  ["a process fell silent", { processes: [worker, { ...worker, is_alive: false }] }, "warn", "Unready"],
  ["a clock is half a second off", { processes: [{ ...worker, skew_seconds: -0.5 }] }, "good", null],
  ["a clock is a second off", { processes: [{ ...worker, skew_seconds: -1 }] }, "warn", "Clock wrong"],
  ["a clock is three seconds off", { processes: [{ ...worker, skew_seconds: 3 }] }, "bad", "Clock wrong"],
];

describe("what the operator is told (rules/people 10.2)", () => {
  const runbook = readFileSync("docs/runbook.md", "utf8");
  for (const [name, changes, state, part] of cases) {
    test(`${name}: ${state}`, () => {
      const lines = judgeHealth({ ...well, ...changes });
      const wrong = lines.filter((line) => line.state !== "good");
      assert.equal(lines[0]?.state, state);
      assert.equal(wrong.length, part === null ? 0 : 1, JSON.stringify(wrong));
      if (part !== null) assert.equal(wrong[0]?.runbook, part);
      for (const line of lines) assert.ok(runbook.includes(`## ${line.runbook}\n`), line.runbook);
    });
  }

  test("processes for calls beside those for the work do not read as processes that are gone", () => {
    const serve: Seen = { ...worker, kind: "serve" };
    const line = judgeHealth({ ...well, processes: [worker, worker, serve, serve] }).find(
      ({ name }) => name === "Processes for background work",
    );
    assert.equal(line?.figure, "2 alive, beside 2 for calls");
  });

  test("of few calls no share is named, which would be far above the limit, and the plot shows none", () => {
    const processes = [{ ...worker, recent_calls: 3, recent_refused: 1 }];
    const line = judgeHealth({ ...well, processes }).find(({ runbook: part }) => part === "Overload");
    assert.deepEqual([line?.state, line?.figure], ["good", "1 of 3: too few to judge"]);
    assert.equal(refusedShare({ processes }).share, 0);
    const many = [{ ...worker, recent_calls: 15, recent_refused: 5 }];
    const told = judgeHealth({ ...well, processes: many }).find(({ runbook: part }) => part === "Overload");
    assert.deepEqual([told?.state, told?.figure], ["bad", "33.3 %: 5 of 15"]);
  });

  test("what is bad stands before what is to be looked at", () => {
    const lines = judgeHealth({ ...well, drainAgeSeconds: 90, lateTimerSeconds: 90, unattended: [board] });
    assert.deepEqual(
      lines.slice(0, 4).map(({ state }) => state),
      ["bad", "warn", "warn", "good"],
    );
  });
});
