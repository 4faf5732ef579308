import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { findAccess } from "./operator-access.ts";
import { findPartnerAccess } from "./partner-access.ts";

const dataDir = mkdtempSync(join(tmpdir(), "maple-cli-"));
after(() => rmSync(dataDir, { recursive: true, force: true }));
writeFileSync(
  join(dataDir, "sandbox.json"),
  JSON.stringify({ base_url: "http://127.0.0.1:8080", operator_token: "sandbox" }),
);

const nothing = { url: undefined, token: undefined };

test("the sandbox of the machine is found without any setting", () => {
  assert.deepEqual(findAccess(nothing, { MAPLE_DATA_DIR: dataDir }), {
    url: "http://127.0.0.1:8080",
    token: "sandbox",
  });
});

test("an option wins over the environment, the environment over the sandbox", () => {
  const environment = { MAPLE_DATA_DIR: dataDir, MAPLE_URL: "https://a.example/", OPERATOR_TOKEN: "env" };
  assert.deepEqual(findAccess(nothing, environment), { url: "https://a.example", token: "env" });
  assert.deepEqual(findAccess({ url: "https://b.example", token: "own" }, environment), {
    url: "https://b.example",
    token: "own",
  });
});

test("the sandbox's token goes nowhere else", () => {
  const found = findAccess({ url: "https://other.example", token: undefined }, { MAPLE_DATA_DIR: dataDir });
  assert.deepEqual(found, { problem: "no operator token for https://other.example: set OPERATOR_TOKEN" });
});

test("what is missing is said", () => {
  const absent = join(dataDir, "absent");
  assert.match(JSON.stringify(findAccess(nothing, { MAPLE_DATA_DIR: absent })), /there is no sandbox in .*absent/);
  assert.deepEqual(findAccess({ url: "ftp://x", token: "t" }, {}), {
    problem: "ftp://x is not an http or https address",
  });
});

test("a credential of a file with blanks or line ends is read; one with other signs is told, and never sent", () => {
  const url = "https://a.example";
  assert.deepEqual(findAccess({ url: `${url} \r`, token: "t\r" }, {}), { url, token: "t" });
  assert.deepEqual(findPartnerAccess({ url: ` ${url}/`, key: " mpk_test_x\r\n" }, {}), {
    url,
    token: "mpk_test_x",
    name: "API key",
  });
  for (const key of ["“mpk_test_x”", "mpk test", "mpk_test_\u200b"]) {
    assert.match(
      JSON.stringify(findPartnerAccess({ url, key }, {})),
      /"problem":"the API key has signs that no key has/,
    );
    assert.match(JSON.stringify(findAccess({ url, token: key }, {})), /"problem":"the operator token has signs/);
  }
});
