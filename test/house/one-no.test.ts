/** There is one way to say no: a `Refusal`, which `isRefusal` finds. No cast hides another way, or which refusals can come. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSourceFiles, type SourceFile } from "./source-files.ts";

const forbidden: readonly { readonly form: RegExp; readonly remedy: string }[] = [
  { form: /\bas unknown as\b/, remedy: "a cast of a cast says anything; give the value its type where it is made" },
  { form: /\bas never\b/, remedy: "never fits every type; name the type that is meant" },
  { form: /\bas (?:readonly )?(?:Reasoned)?Refusal\b/, remedy: "isRefusal narrows to the refusals that can come" },
  { form: /<Refusal(?:<[^<>]*>)?>\s*\w/, remedy: "isRefusal narrows to the refusals that can come" },
  {
    form: /\bif \(!?\(?["'](?:code|reasons|issues)["'] in \w+\)+ return\b/,
    remedy: "return a Refusal and ask isRefusal",
  },
];

function wordsOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");
}

function faultsOf({ path, text }: Pick<SourceFile, "path" | "text">): string[] {
  const code = wordsOf(text);
  return forbidden.flatMap(({ form, remedy }) => {
    const found = form.exec(code)?.[0];
    return found === undefined ? [] : [`${path} says ${JSON.stringify(found)}: ${remedy}`];
  });
}

describe("one no", () => {
  test("no file of the product has a double cast or another kind of no", () => {
    const files = readSourceFiles().filter(
      ({ path }) => path.startsWith("src/") && !/\.(test|fixture)\.ts$/.test(path),
    );
    assert.ok(files.length > 100);
    assert.deepEqual(files.flatMap(faultsOf), []);
  });

  for (const text of [
    "const run = given as unknown as Run;",
    "return reply(200, text as never);",
    'return found as Refusal<"not_found">;',
    'if ("code" in allowed) return allowed;',
  ]) {
    test(`finds: ${text}`, () => assert.equal(faultsOf({ path: "src/x.ts", text }).length, 1));
  }

  for (const text of [
    "/** A lease that was never one. */",
    "// Nothing was as never before.",
    "if (isRefusal(allowed)) return allowed;",
    'if ("code" in error && error.code === "ENOENT") return undefined;',
  ]) {
    test(`lets pass: ${text}`, () => assert.deepEqual(faultsOf({ path: "src/x.ts", text }), []));
  }
});
