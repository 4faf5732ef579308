import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { drawMachine, drawnIn, drawPage } from "../../scripts/draw-states.ts";
import { stateMachines } from "../harness/state-machines.ts";
import { complaintsAbout, type Machine } from "./state-machine-rules.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const names = Object.keys(stateMachines);

describe("every table is sound: all is reached, only ends are ends, each move has somebody who makes it", () => {
  for (const [name, { machine }] of Object.entries(stateMachines)) {
    test(name, () => assert.deepEqual(complaintsAbout(machine), []));
  }
});

describe("each rule can fail", () => {
  const sound: Machine = {
    states: ["a", "b"],
    initial: ["a"],
    terminal: ["b"],
    transitions: [{ from: "a", to: "b", by: ["x"] }],
  };
  const broken: readonly (readonly [string, Partial<Machine>, readonly string[]])[] = [
    ["nothing", {}, []],
    ["a state twice", { states: ["a", "b", "b"] }, ["a state is listed twice"]],
    ["no beginning", { initial: [] }, ["nothing can begin", "a is never reached", "b is never reached"]],
    ["an unknown name", { initial: ["a", "c"] }, ["c is no state"]],
    ["a terminal state that is left", { terminal: ["a", "b"] }, ["a is terminal and is left"]],
    ["a state without a way out", { terminal: [] }, ["b is not terminal and has no way out"]],
    ["a state out of reach", { states: ["a", "b", "c"], terminal: ["b", "c"] }, ["c is never reached"]],
    [
      "moves of nobody, to the same state, and listed twice",
      {
        transitions: [
          { from: "a", to: "a", by: ["x"] },
          { from: "a", to: "b", by: [] },
          { from: "a", to: "b", by: ["x"] },
        ],
      },
      ["a moves to itself", "nobody moves a to b", "a to b is listed twice"],
    ],
  ];
  for (const [what, change, complaints] of broken) {
    test(what, () => assert.deepEqual(complaintsAbout({ ...sound, ...change }), complaints));
  }
});

/** The columns of the schema with a CHECK that lists names, with these names; db/schema.sql is what the migrations make. */
const listedByCheck = new Map(
  [...read("db/schema.sql").matchAll(/^CREATE TABLE (\w+) \(\n([\s\S]*?)^\)/gm)].flatMap(([, table, body = ""]) =>
    [...body.matchAll(/CHECK \((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\),?$/gm)].map(
      ([, column, list = ""]) =>
        [`${table}.${column}`, [...list.matchAll(/'([^']*)'::text/g)].flatMap(([, state]) => state ?? [])] as const,
    ),
  ),
);

/** Columns of this name that are no machine of ours, with the reason. */
const noMachines: Readonly<Record<string, string>> = {
  "apps.status": "a switch of the operator",
  "feedback.status": "a mark of the operator",
  "locations.status": "a setting, told by the platform",
  "menu_objects.stock_status": "a setting of the partner",
  "orders.payment_status": "follows the payment, which has a machine",
  "simulated_reservations.status": "a book of a simulated provider",
  "test_processor_charges.status": "a book of the test processor",
};

describe("the CHECK of the schema has the states of the table (rules/bookings 9.1; rules/waitlist 2.1; rules/menus 4.7)", () => {
  for (const [name, { machine, stored }] of Object.entries(stateMachines)) {
    if (stored === null) continue;
    test(name, () => {
      const listed = listedByCheck.get(`${stored.table}.${stored.column}`);
      assert.deepEqual(listed?.toSorted(), machine.states.toSorted());
    });
  }

  test("every column of states is of a machine, or is listed with the reason", () => {
    const columns = [...listedByCheck.keys()].filter((column) => /\.\w*(status|state)$/.test(column));
    const stored = Object.values(stateMachines).flatMap((listed) =>
      listed.stored === null ? [] : [`${listed.stored.table}.${listed.stored.column}`],
    );
    assert.deepEqual(columns.toSorted(), [...stored, ...Object.keys(noMachines)].toSorted());
  });
});

describe("the diagrams are drawn from the tables (npm run states draws them)", () => {
  const pages = globSync("docs/*.md", { cwd: root }).filter((path) => drawnIn(read(path)).length > 0);
  for (const path of pages) test(path, () => assert.equal(read(path), drawPage(read(path))));

  test("docs/states.md draws every machine once, in the order of the list", () => {
    assert.deepEqual(drawnIn(read("docs/states.md")), names);
  });

  test("no page has a diagram of states that is drawn by hand", () => {
    for (const path of globSync("docs/*.md", { cwd: root })) {
      assert.equal(read(path).split("stateDiagram-v2").length - 1, drawnIn(read(path)).length, path);
    }
  });

  test("a move that is added is seen in the diagram, and a mark that names nothing is a fault", () => {
    const machine: Machine = {
      states: ["a", "b"],
      initial: ["a"],
      terminal: ["b"],
      transitions: [{ from: "a", to: "b", by: ["x", "y"], how: "z" }],
    };
    assert.match(drawMachine(machine), /\[\*\] --> a\n {4}a --> b: x, y \(z\)\n {4}b --> \[\*\]\n/);
    assert.throws(() => drawPage("<!-- states: nothing -->\n<!-- end of states -->"), /no state machine nothing/);
  });
});
