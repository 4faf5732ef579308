import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Value } from "typebox/value";
import { requestShape } from "./requests.schemas.ts";

test("the request on the page of the log has each field of the contract, with a value that it allows", () => {
  const page = readFileSync(new URL("../../docs/requests.md", import.meta.url), "utf8");
  const block = /```json\n(\{"object":"request".*?)```/s.exec(page)?.[1] ?? "";
  // What the page leaves out of the order stands as … between commas.
  const request: unknown = JSON.parse(block.replaceAll(/,…(?=[,}])/g, ""));
  assert.ok(typeof request === "object" && request !== null);
  assert.deepEqual(Object.keys(request), Object.keys(requestShape.properties));
  assert.deepEqual([...Value.Errors(requestShape, request)], []);
});
