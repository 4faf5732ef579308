import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { audiences } from "../../src/docs-pages/audience.ts";

const root = new URL("../../", import.meta.url);

test("the linter has nothing to say against any description", () => {
  const linter = fileURLToPath(new URL("node_modules/@redocly/cli/bin/cli.js", root));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      linter,
      "lint",
      ...audiences.map((audience) => `openapi/${audience}.json`),
      "--config",
      "redocly.yaml",
      "--format",
      "stylish",
    ],
    {
      cwd: fileURLToPath(root),
      encoding: "utf8",
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
        CI: "true",
        NO_COLOR: "1",
      },
    },
  );
  assert.equal(status, 0, stdout + stderr);
  assert.doesNotMatch(stdout + stderr, /\bwarning/i);
});
