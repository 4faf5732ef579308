import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { commands } from "../../src/cli/commands.ts";
import { commandName, type Command } from "../../src/cli/command.ts";
import { partnerCommands } from "../../src/cli/run-partner-command.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";
import { readSourceFiles } from "./source-files.ts";

const routes = servedRoutes();

/** Calls of the operator without a command of their own, with the reason. */
const withoutCommand: Readonly<Record<string, string>> = {
  operatorVerify: "maple verify prints the answer and ends with 1 when something is wrong",
  operatorPreviewDeliveryZones: "the answer is a picture, which no terminal shows",
};

const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");
const pathOf = ({ by, path }: Command): string =>
  shapeOf(by === "operator" ? `/operator/v1/{environment}${path}` : path);
const serves = (route: RouteValue, command: Command): boolean =>
  route.method === command.method && shapeOf(route.path) === pathOf(command);

describe("commands and the calls of the service", () => {
  for (const command of commands) {
    test(`${commandName(command)} is a call that is served`, () => {
      const route = routes.find((one) => serves(one, command));
      assert.ok(route !== undefined, `nobody serves ${command.method} ${pathOf(command)}`);
      assert.equal(route.access.kind === "operator" ? "operator" : "partner", command.by);
    });
  }

  test("every call of the operator has a command, or a reason to have none (rules/http 10.3)", () => {
    const ofOperator = routes.filter(({ access }) => access.kind === "operator");
    const lacking = ofOperator.filter((route) => !commands.some((command) => serves(route, command)));
    assert.deepEqual(lacking.map(({ operationId }) => operationId).toSorted(), Object.keys(withoutCommand).toSorted());
  });

  test("every path that the other commands write is served", () => {
    const served = new Set(routes.map(({ path }) => shapeOf(path)));
    const paths = readSourceFiles()
      .filter(({ path }) => path.startsWith("src/cli/") && !path.endsWith(".test.ts"))
      .map(({ text }) => text.replaceAll(/\$?\{[^{}\n]*\}/g, "{}"))
      .flatMap((text) => [...text.matchAll(/["`](\/(?:operator\/)?v1\/[^"`?]*)/g)].map((match) => match[1] ?? ""))
      // What stands before the path of every call of the operator.
      .filter((path) => !/^\/operator\/v1\/(\{\})+$/.test(path));
    assert.ok(paths.length >= 8, paths.join(" "));
    assert.deepEqual(
      paths.filter((path) => !served.has(path)),
      [],
    );
  });

  test("no two commands have the same words, and none hides another", () => {
    const names = [...commands.map(commandName), ...partnerCommands.map(({ word }) => word)];
    // The operator and an app may have one of the same words each: the credential says which is meant.
    const callers = [...commands, ...partnerCommands.map(({ word, by }) => ({ words: [word], by }))];
    const told = callers.map(({ words, by }) => `${by} ${words.join(" ")}`);
    assert.deepEqual(
      told.filter((name, index) => told.indexOf(name) !== index),
      [],
    );
    const single = names.filter((name) => !name.includes(" "));
    assert.deepEqual(
      names.filter((name) => name.includes(" ") && single.includes(name.split(" ")[0] ?? "")),
      [],
    );
  });

  test("no command has two options of one name, or one that every command has", () => {
    const everywhere = ["env", "url", "token", "key", "idempotency-key", "json", "help", "file"];
    for (const command of commands) {
      const names = [...everywhere, ...command.options.map(({ name }) => name)];
      assert.equal(new Set(names).size, names.length, `${commandName(command)}: ${names.join(" ")}`);
    }
  });

  test("a list is printed under columns that its rows have", () => {
    for (const command of commands) {
      const answer = routes.find((one) => serves(one, command))?.success[200];
      const rows: unknown = JSON.parse(JSON.stringify(answer ?? {})).properties?.data?.items?.properties;
      if (typeof rows !== "object" || rows === null) continue;
      const known = Object.keys(rows);
      assert.deepEqual(
        command.columns.filter((column) => !known.includes(column)),
        [],
        commandName(command),
      );
      assert.ok(command.columns.length > 0, commandName(command));
    }
  });
});
