import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { house } from "./architecture-house.ts";
import * as rules from "./architecture-rules.ts";
import * as environments from "./environment-rules.ts";
import * as outside from "./outside-rules.ts";
import * as passports from "./passport-rules.ts";
import * as statements from "./statement-rules.ts";
import * as threads from "./thread-rules.ts";
import { readSourceFiles, readStyleSheets, toSourceFile, type SourceFile } from "./source-files.ts";

type Rule = (files: readonly SourceFile[], allowed: rules.House) => readonly string[];

const checked: readonly (readonly [string, Rule])[] = [
  ["the kernel imports nothing of the project, the platform no feature", rules.floorsStandAlone],
  ["pure files import only pure files", rules.pureImportsPure],
  ["pure files read no clock, no random source, no process", rules.pureIsPure],
  ["only the listed files read the program's clock", rules.clocksAreListed],
  ["features reach only down, and only commands, queries, shapes and pure files", rules.featuresReachDown],
  ["rooms of a feature reach only down", rules.roomsReachDown],
  ["tests, proofs, benches and scripts import only the listed rooms", outside.outsideReachesDown],
  ["the list of the rooms outside of src has no circle", outside.outsideHasNoCircle],
  ["examples stand alone", outside.examplesStandAlone],
  ["folders are small", rules.foldersAreSmall],
  ["the list of directions is complete and has no circle", rules.listIsComplete],
  ["only build.ts and main.ts build", rules.onlyMainBuilds],
  ["browser modules and the server stay apart", rules.browserStandsAlone],
  ["no import closes a circle", rules.noCycles],
  ["few files know the environment", environments.fewKnowTheEnvironment],
  ["the suffix of a file is true", passports.passportsAreTrue],
  ["memory stands in a .cache.ts", passports.filesRememberNothing],
  ["SQL stands in .sql.ts only", passports.sqlStandsInSqlFiles],
  ["what computes for long is loaded by threads only", threads.heavyIsInThreads],
  ["SQL text is taken by tests, proofs and measurements only", statements.textIsForTests],
  ["statements are defined while their module is loaded", statements.statementsAreDefinedAtLoad],
  ["wide inserts are made from tables", statements.placesAreNotCounted],
  ["no barrels, no giants, no names that say nothing, no stray process.env", rules.filesAreTidy],
];

describe("the house", () => {
  const files = readSourceFiles();

  test("is really looked at", () => {
    assert.ok(files.length > 100, `${files.length} files`);
    const build = files.find((file) => file.path === "src/program/build.ts");
    assert.ok(build?.imports.some(({ target }) => target === "src/platform/http/server.ts"));
  });

  test("style sheets are no giants either", () => {
    const sheets = readStyleSheets();
    assert.ok(sheets.length > 10, `${sheets.length} style sheets`);
    assert.deepEqual(rules.filesAreTidy(sheets), []);
  });

  test("a colour of the palette is set in the palette only", () => {
    const propertiesOf = (text: string) => [...text.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name);
    const [palette, ...others] = readStyleSheets().toSorted((a) =>
      a.path === "src/pages/styles/palette.css" ? -1 : 1,
    );
    const own = new Set(propertiesOf(palette?.text ?? ""));
    assert.ok(own.has("--ink") && own.size > 15, `${own.size} properties`);
    const again = others.flatMap(({ path, text }) =>
      propertiesOf(text)
        .filter((name) => own.has(name))
        .map((name) => `${path} sets ${name}`),
    );
    assert.deepEqual(again, []);
  });

  for (const [name, rule] of checked) {
    test(name, () => assert.deepEqual(rule(files, house), []));
  }
});

/** A house of three features for the tests of the rules. */
const small: rules.House = {
  mayImport: { high: ["low"], low: [], program: [] },
  rooms: { tower: ["cellar", "attic"] },
  outside: { "test/harness": [], "tests of src": ["test/harness"], "proofs/rig": [], "proofs/crash": ["proofs/rig"] },
  notPure: { program: "talks to the network" },
  notPureFiles: { "src/low/socket.ts": "opens one" },
  readsProgramClock: {},
  remembers: {},
  sqlElsewhere: {},
  purePackages: ["node:util", "typebox"],
  purePlatform: /^src\/platform\/http\/fields\.ts$/,
};

const from = (path: string, text: string): SourceFile => toSourceFile(path, text);
const line = (target: string): string => `import { thing } from "${target}";\n`;

const maker = "const make = (name: string): Statement => defineStatement({ name });\n";

/** Rule, what the file says, where it stands, and how many complaints there must be. */
const cases: readonly (readonly [Rule, string, string, number])[] = [
  [rules.floorsStandAlone, "src/kernel/id.ts", line("./clock.ts"), 0],
  [rules.floorsStandAlone, "src/kernel/id.ts", line("../platform/log.ts"), 1],
  [rules.floorsStandAlone, "src/kernel/id.ts", line("../low/low.ts"), 1],
  [rules.floorsStandAlone, "src/platform/log.ts", line("../kernel/id.ts"), 0],
  [rules.floorsStandAlone, "src/platform/log.ts", line("../low/low.ts"), 1],
  [rules.floorsStandAlone, "src/platform/log.ts", line("../config.ts"), 1],
  [rules.floorsStandAlone, "src/platform/log.test.ts", line("../../test/service.ts"), 0],
  [rules.pureImportsPure, "src/low/low.ts", line("./other.ts") + line("../kernel/id.ts") + line("node:util"), 0],
  [rules.pureImportsPure, "src/low/low.ts", line("./low.sql.ts"), 1],
  [rules.pureImportsPure, "src/low/low.ts", `import type { Row } from "./low.sql.ts";\n`, 0],
  [rules.pureImportsPure, "src/low/low.ts", line("./change-low.command.ts"), 1],
  [rules.pureImportsPure, "src/low/low.ts", line("./socket.ts"), 1],
  [rules.pureImportsPure, "src/low/low.ts", line("../platform/http/fields.ts"), 0],
  [rules.pureImportsPure, "src/low/low.ts", line("../platform/postgres/database.ts"), 1],
  [rules.pureImportsPure, "src/low/low.ts", line("node:fs"), 1],
  [rules.pureImportsPure, "src/low/low.ts", `const fs = await import("node:fs");\n`, 1],
  [rules.pureImportsPure, "src/low/low.ts", `import {\n  a,\n  b,\n} from "pg";\n`, 1],
  [rules.pureImportsPure, "src/low/low.ts", `import "pg";\n`, 1],
  [rules.pureImportsPure, "src/low/low.ts", `export { query } from "./low.sql.ts";\n`, 1],
  [rules.pureImportsPure, "src/program/main.ts", line("node:http"), 0],
  [rules.pureImportsPure, "src/low/low.test.ts", line("node:fs"), 0],
  [rules.pureIsPure, "src/low/low.ts", "const now = Date.now();\n", 1],
  [rules.pureIsPure, "src/low/low.ts", "const id = newId('ord') + Math.random();\n", 2],
  [rules.pureIsPure, "src/low/low.ts", "// Date.now() is given\nconst text = 'new Date(ms)';\n", 0],
  [rules.pureIsPure, "src/low/change.command.ts", "const now = Date.now();\n", 0],
  [rules.clocksAreListed, "src/low/change.command.ts", "const now = Date.now();\n", 1],
  [rules.clocksAreListed, "src/low/change.command.ts", "const gate = createCircuitBreaker({ now: Date.now });\n", 1],
  [rules.clocksAreListed, "src/low/change.command.ts", "const now = new Date().toISOString();\n", 1],
  [rules.clocksAreListed, "src/low/change.command.ts", "const now = Temporal.Now.instant();\n", 1],
  [rules.clocksAreListed, "src/low/change.command.ts", "const at = new Date(row.at); // not Date.now()\n", 0],
  [rules.clocksAreListed, "src/low/change.command.ts", "const began = performance.now();\n", 0],
  [rules.clocksAreListed, "src/low/low.test.ts", "const now = Date.now();\n", 0],
  [rules.featuresReachDown, "src/high/high.command.ts", line("../low/find-low.query.ts"), 0],
  [rules.featuresReachDown, "src/high/high.command.ts", line("../low/low.sql.ts"), 1],
  [rules.featuresReachDown, "src/high/high.command.ts", line("../low/low.routes.ts"), 1],
  [rules.featuresReachDown, "src/low/low.command.ts", line("../high/high.query.ts"), 1],
  [rules.featuresReachDown, "src/high/high.browser.ts", line("../low/low.browser.ts"), 0],
  [rules.featuresReachDown, "src/low/low.browser.ts", line("../high/high.browser.ts"), 1],
  [rules.featuresReachDown, "src/low/low.command.ts", `import type { High } from "../high/high.ts";\n`, 1],
  [rules.featuresReachDown, "src/low/low.command.ts", line("../build.ts"), 1],
  [rules.featuresReachDown, "src/low/low.command.ts", line("./low.sql.ts"), 0],
  [rules.roomsReachDown, "src/tower/attic/bed.ts", line("../cellar/wine.ts"), 0],
  [rules.roomsReachDown, "src/tower/cellar/wine.ts", line("../attic/bed.ts"), 1],
  [rules.roomsReachDown, "src/tower/roof/tile.ts", "", 1],
  [rules.roomsReachDown, "src/tower/tower.ts", "", 1],
  [outside.outsideReachesDown, "proofs/crash/main.ts", line("../rig/processes.ts"), 0],
  [outside.outsideReachesDown, "proofs/crash/main.ts", line("../../src/kernel/id.ts"), 0],
  [outside.outsideReachesDown, "proofs/rig/processes.ts", line("../crash/main.ts"), 1],
  [outside.outsideReachesDown, "proofs/rig/processes.ts", line("../../test/harness/service.ts"), 1],
  [outside.outsideReachesDown, "proofs/surprise/main.ts", "", 1],
  [outside.outsideReachesDown, "proofs/main.ts", "", 1],
  [outside.outsideReachesDown, "src/low/low.test.ts", line("../../test/harness/service.ts"), 0],
  [outside.outsideReachesDown, "src/low/low.test.ts", line("../../proofs/rig/processes.ts"), 1],
  [outside.outsideReachesDown, "src/low/low.ts", line("../../test/harness/service.ts"), 1],
  [outside.examplesStandAlone, "examples/app/app.ts", line("./verify.ts") + line("node:http"), 0],
  [outside.examplesStandAlone, "examples/app/app.ts", line("../../src/kernel/id.ts"), 1],
  [outside.examplesStandAlone, "examples/app/app.test.ts", line("../../src/kernel/id.ts"), 0],
  [rules.listIsComplete, "src/surprise/surprise.ts", "", 1],
  [rules.listIsComplete, "src/high/high.ts", "", 0],
  [rules.onlyMainBuilds, "src/low/low.job.ts", line("../program/build.ts"), 1],
  [rules.onlyMainBuilds, "src/low/low.routes.ts", line("../platform/http/server.ts"), 1],
  [rules.onlyMainBuilds, "src/program/main.ts", line("./build.ts"), 0],
  [rules.onlyMainBuilds, "test/harness/service.ts", line("../../src/program/build.ts"), 0],
  [rules.browserStandsAlone, "src/low/low.browser.ts", line("./other.browser.ts"), 0],
  [rules.browserStandsAlone, "src/low/low.browser.ts", line("./low.ts"), 1],
  [rules.browserStandsAlone, "src/low/low.browser.ts", line("pg"), 1],
  [rules.browserStandsAlone, "src/low/low.plugin.ts", line("./low.browser.ts"), 1],
  [rules.browserStandsAlone, "src/low/low.screen.tsx", line("./other.screen.tsx"), 0],
  [rules.browserStandsAlone, "src/low/low.screen.tsx", line("./low.ts"), 0],
  [rules.browserStandsAlone, "src/low/low.screen.tsx", line("preact"), 0],
  [rules.browserStandsAlone, "src/low/low.screen.tsx", line("./low.query.ts"), 1],
  [rules.browserStandsAlone, "src/low/low.screen.ts", line("pg"), 1],
  [rules.browserStandsAlone, "src/low/low.plugin.ts", line("./low.screen.ts"), 1],
  [rules.filesAreTidy, "src/low/low.ts", "x\n".repeat(299), 0],
  [rules.filesAreTidy, "src/low/low.ts", "x\n".repeat(300), 1],
  [rules.filesAreTidy, "src/low/low.screen.tsx", "x\n".repeat(300), 1],
  [rules.filesAreTidy, "src/low/low.css", "x\n".repeat(300), 1],
  [rules.filesAreTidy, "src/low/low.test.ts", "x\n".repeat(300), 1],
  [rules.filesAreTidy, "proofs/low/low.ts", "x\n".repeat(300), 1],
  [rules.filesAreTidy, "src/low/index.ts", "", 1],
  [rules.filesAreTidy, "src/low/low.ts", `export * from "./other.ts";\n`, 1],
  [rules.filesAreTidy, "src/low/low-utils.ts", "", 1],
  [rules.filesAreTidy, "src/low/database.ts", "", 0],
  [rules.filesAreTidy, "test/helpers/server.ts", "", 1],
  [rules.filesAreTidy, "src/low/low.ts", "process.env.PORT;\n", 1],
  [rules.filesAreTidy, "src/program/config.ts", "process.env.PORT;\n", 0],
  [rules.filesAreTidy, "scripts/test.ts", "process.env.PORT;\n", 0],
  [rules.pureImportsPure, "src/low/low.schemas.ts", line("typebox") + line("./other.schemas.ts"), 0],
  [rules.pureImportsPure, "src/low/low.schemas.ts", line("./find-low.query.ts"), 1],
  [rules.pureIsPure, "src/low/low.schemas.ts", "const now = Date.now();\n", 1],
  [passports.filesRememberNothing, "src/low/low.query.ts", "const kept = new Map<string, Low>();\n", 1],
  [passports.filesRememberNothing, "src/low/low.query.ts", "const kept: Kept = new WeakMap();\n", 1],
  [passports.filesRememberNothing, "src/low/low.ts", "let count = 0;\n", 1],
  [passports.filesRememberNothing, "src/low/low.ts", 'const names = new Set(["a"]);\n  const own = new Map();\n', 0],
  [passports.filesRememberNothing, "src/low/low.browser.ts", "let count = 0;\n", 0],
  [passports.sqlStandsInSqlFiles, "src/low/low.sql.ts", 'const find = "SELECT 1 FROM low";', 0],
  [passports.sqlStandsInSqlFiles, "src/low/find-low.query.ts", 'const find = "SELECT 1 FROM low";', 1],
  [passports.sqlStandsInSqlFiles, "src/low/low.ts", "const drop = `\n  DELETE FROM low`;", 1],
  [passports.sqlStandsInSqlFiles, "src/low/low.ts", '// "SELECT 1"', 0],
  [environments.fewKnowTheEnvironment, "src/apps/key.ts", line("../kernel/environment.ts"), 0],
  [environments.fewKnowTheEnvironment, "src/orders/low.ts", line("../kernel/environment.ts"), 1],
  [environments.fewKnowTheEnvironment, "src/orders/low.ts", "/** Of one Environment. */", 1],
  [environments.fewKnowTheEnvironment, "src/orders/low.test.ts", "/** Of one environment. */", 0],
  [statements.textIsForTests, "src/low/low.sql.ts", "export function find(db: Db): void {}", 0],
  [statements.textIsForTests, "src/low/low.sql.ts", "export function find(db: TextDb): void {}", 1],
  [statements.textIsForTests, "src/low/low.db.test.ts", "export function find(db: TextDb): void {}", 0],
  [statements.placesAreNotCounted, "src/low/low.sql.ts", "`INSERT INTO low VALUES ($1, $2, $3, $4, $5, $6)`", 0],
  [statements.placesAreNotCounted, "src/low/low.sql.ts", "`INSERT INTO low VALUES ($1, $2, $3, $4,\n $5, $6, $7)`", 1],
  [statements.statementsAreDefinedAtLoad, "src/low/low.sql.ts", "const find = defineStatement({});", 0],
  [statements.statementsAreDefinedAtLoad, "src/low/low.sql.ts", "function f() {\n  defineStatement({});\n}", 1],
  [statements.statementsAreDefinedAtLoad, "src/low/low.sql.ts", 'const find = table.findById("find-low");', 0],
  [statements.statementsAreDefinedAtLoad, "src/low/low.sql.ts", 'function f() {\n  table.lockById("lock-low");\n}', 1],
  [statements.statementsAreDefinedAtLoad, "src/low/low.sql.ts", `${maker}const all = [make("a")];`, 0],
  [statements.statementsAreDefinedAtLoad, "src/low/low.sql.ts", `${maker}export function f() {\n  make("a");\n}`, 1],
];

describe("each rule can fail", () => {
  for (const [rule, path, text, complaints] of cases) {
    test(`${rule.name}: ${path} with ${JSON.stringify(text.slice(0, 60))} has ${complaints}`, () => {
      assert.equal(rule([from(path, text)], small).length, complaints, rule([from(path, text)], small).join("\n"));
    });
  }

  test("fewKnowTheEnvironment counts the files in which the word stands", () => {
    const known = (count: number) =>
      Array.from({ length: count }, (_, at) => from(`src/apps/${at}.ts`, "// environment"));
    assert.deepEqual(environments.fewKnowTheEnvironment(known(45)), []);
    assert.equal(environments.fewKnowTheEnvironment(known(46)).length, 1);
  });

  test("noCycles finds a circle of three and no other", () => {
    const circle = [
      from("src/a/a.ts", line("./b.ts")),
      from("src/a/b.ts", line("./c.ts")),
      from("src/a/c.ts", line("./a.ts")),
    ];
    assert.deepEqual(rules.noCycles(circle), ["src/a/a.ts -> src/a/b.ts -> src/a/c.ts -> src/a/a.ts"]);
    assert.deepEqual(rules.noCycles([...circle.slice(0, 2), from("src/a/c.ts", "")]), []);
  });

  test("foldersAreSmall finds a folder of 26 product files; tests do not count", () => {
    const names = Array.from({ length: 25 }, (_, index) => `src/low/low-${index}.ts`);
    const holds = (paths: readonly string[]) => rules.foldersAreSmall(paths.map((path) => from(path, "")));
    assert.deepEqual(holds([...names, "src/low/low.test.ts"]), []);
    assert.equal(holds([...names, "src/low/last.ts"]).length, 1);
  });

  test("outsideHasNoCircle finds a list that points both ways", () => {
    const circular = { ...small, outside: { bench: ["scripts"], scripts: ["bench"] } };
    assert.equal(outside.outsideHasNoCircle([], circular).length, 2);
  });

  test("heavyIsInThreads finds what the program loads on the way of another module", () => {
    const heavy = [
      "docs-pages/rendered-reference",
      "docs-site/serve/rendered-site.cache",
      "docs-site/text/highlight.cache",
    ];
    const files = [
      from("src/program/build.ts", line("../docs-site/serve/plugin.ts")),
      from("src/docs-site/serve/plugin.ts", line("../text/highlight.cache.ts")),
      ...heavy.map((name) => from(`src/${name}.ts`, "")),
    ];
    assert.equal(threads.heavyIsInThreads(files).length, 1);
    assert.deepEqual(threads.heavyIsInThreads(files.slice(1)), []);
  });

  test("listIsComplete finds a list that points both ways", () => {
    const circular = { ...small, mayImport: { high: ["low"], low: ["high"], program: [] } };
    assert.equal(rules.listIsComplete([], circular).length, 2);
  });
});
