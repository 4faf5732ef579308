import assert from "node:assert/strict";
import { test } from "node:test";
import { misspeltVariables } from "./misspelt-variables.ts";
import { variableNames } from "./variable-names.ts";

test("a name that is nearly a variable is told with the one that may be meant", () => {
  assert.deepEqual(misspeltVariables(["TRUSTED_PROXY", "SECRET_KY", "LIVE_DATABSE_URL", "METRIC_PORT"]), [
    "LIVE_DATABSE_URL is set, and Maple does not read it: is LIVE_DATABASE_URL meant?",
    "METRIC_PORT is set, and Maple does not read it: is METRICS_PORT meant?",
    "SECRET_KY is set, and Maple does not read it: is SECRET_KEY meant?",
    "TRUSTED_PROXY is set, and Maple does not read it: is TRUSTED_PROXIES meant?",
  ]);
});

test("a variable of live that is for both environments is told", () => {
  assert.deepEqual(misspeltVariables(["LIVE_OIDC_ISSUER"]), [
    "LIVE_OIDC_ISSUER is set, and Maple does not read it: OIDC_ISSUER is for both environments",
  ]);
});

test("variables of the program and of others are not told", () => {
  const others = [
    "PATH",
    "HOSTS",
    "PORTS",
    "DATABASE_USER",
    "DATABASE_NAME",
    "SMTP_USER",
    "NODE_OPTIONS",
    "PGPASSWORD",
  ];
  assert.deepEqual(misspeltVariables([...variableNames, ...others, "HOSTNAME", "HOME", "LANG", "LIVE_SINCE"]), []);
});
