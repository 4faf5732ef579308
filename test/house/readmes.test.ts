import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import { describe, test } from "node:test";
import { readmesAreTrue, type RoomText } from "./readme-rules.ts";
import { readSourceFiles, readStyleSheets } from "./source-files.ts";

const root = new URL("../../", import.meta.url);
const paths = [...readSourceFiles(), ...readStyleSheets()]
  .map(({ path }) => path)
  .filter((path) => !path.startsWith("examples/"));

function roomOf(folder: string): RoomText {
  const readme = new URL(`${folder}/README.md`, root);
  return { folder, text: existsSync(readme) ? readFileSync(readme, "utf8") : undefined };
}

test("every room and every feature has a README, and no README names a file that does not exist", () => {
  const features = paths.map((path) => /^src\/[^/]+(?=\/[^/]+\/)/.exec(path)?.[0]).filter((one) => one !== undefined);
  const rooms = [...new Set([...paths.map((path) => dirname(path)), ...features])].map(roomOf);
  assert.ok(rooms.length > 60, `${rooms.length} rooms`);
  assert.deepEqual(readmesAreTrue(rooms, paths), []);
});

describe("each rule can fail", () => {
  const complaints = (text: string | undefined): number =>
    readmesAreTrue([{ folder: "src/low", text }], ["src/low/room/low.ts"]).length;
  const body = "\nwords\n".repeat(5);
  for (const [name, text, count] of [
    ["a good one", `# Low\n${body}\`low.ts\` and \`room/low.ts\``, 0],
    ["none", undefined, 1],
    ["no title", `Low\n${body}`, 1],
    ["too short", "# Low\n", 1],
    ["too long", `# Low\n${"x\n".repeat(80)}`, 1],
    ["a file that does not exist", `# Low\n${body}\`high.ts\``, 1],
    ["a file that is elsewhere", `# Low\n${body}\`cellar/low.ts\``, 1],
  ] as const) {
    test(name, () => assert.equal(complaints(text), count));
  }
});
