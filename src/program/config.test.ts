import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblems, readConfig } from "./config.ts";

test("no proxy is trusted unless their number is given, which is a small one", () => {
  const trusted = (env: Readonly<Record<string, string>>) => {
    const config = readConfig(env);
    return isProblems(config) ? config : config.trustedProxies;
  };
  assert.equal(trusted({}), 0);
  assert.equal(trusted({ TRUSTED_PROXIES: "2" }), 2);
  for (const wrong of ["true", "-1", "11", "10.0.0.0/8"])
    assert.deepEqual(trusted({ TRUSTED_PROXIES: wrong }), [
      `TRUSTED_PROXIES must be a whole number from 0 to 10; it is "${wrong}"`,
    ]);
});
