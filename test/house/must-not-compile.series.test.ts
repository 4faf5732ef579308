import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = new URL("./must-not-compile/", import.meta.url);
const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const marker = /^\s*\/\/ must not compile: (TS\d+) (.+)$/;

interface Fault {
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** All faults of the folder in one run of the compiler, by file name. */
function compileFolder(): ReadonlyMap<string, Fault[]> {
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, "--noEmit", "--pretty", "false", "-p", "."], {
    cwd: fileURLToPath(folder),
    encoding: "utf8",
  });
  const faults = new Map<string, Fault[]>();
  let last: { message: string } | undefined;
  for (const text of stdout.split("\n")) {
    const match = /^(.+)\((\d+),\d+\): error (TS\d+): (.+)$/.exec(text);
    if (match === null) {
      // The lines that explain a fault are indented under it.
      if (last !== undefined && text.startsWith(" ")) last.message += `\n${text}`;
      continue;
    }
    const [, file = "", line, code = "", message = ""] = match;
    const fault = { line: Number(line), code, message };
    last = fault;
    faults.set(file, [...(faults.get(file) ?? []), fault]);
  }
  assert.ok(faults.size > 0, `the compiler found nothing or did not run: ${stdout}${stderr}`);
  return faults;
}

describe("what the types of routes, transactions and ids forbid", () => {
  const faults = compileFolder();
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));

  for (const name of names) {
    const lines = readFileSync(new URL(name, folder), "utf8").split("\n");
    const at = lines.findIndex((line) => marker.test(line));
    const found = faults.get(name) ?? [];
    if (at < 0) {
      test(`${name} compiles`, () => assert.deepEqual(found, []));
      continue;
    }
    const [, code, word = ""] = marker.exec(lines[at] ?? "") ?? [];
    test(`${name}: ${code}, in the marked line only`, () => {
      assert.deepEqual(
        found.map((fault) => ({ line: fault.line, code: fault.code })),
        [{ line: at + 2, code }],
        JSON.stringify(found, null, 2),
      );
      assert.ok((found[0]?.message ?? "").includes(word), JSON.stringify(found, null, 2));
    });
  }

  test("no other file of the project fails with them", () => {
    assert.deepEqual(
      [...faults.keys()].filter((file) => !names.includes(file)),
      [],
    );
  });
});
