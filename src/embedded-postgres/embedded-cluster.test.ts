import assert from "node:assert/strict";
import { test } from "node:test";
import { initdbFailure } from "./embedded-cluster.ts";

test("a user without a name is told what to do, and every other failure in the words of initdb", () => {
  const nameless = "initdb: could not look up effective user ID 10001: user does not exist\n";
  assert.match(
    initdbFailure("as the user of this process", nameless),
    /user does not exist\n.*\/etc\/passwd.*DATABASE_URL/,
  );
  assert.equal(initdbFailure("as postgres", "no space left\n"), "initdb failed (as postgres):\nno space left");
});
