import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fillSample } from "./fill-sample.browser.ts";

const values = { MAPLE_URL: "http://127.0.0.1:8080", MAPLE_API_KEY: "mpk_test_1", LOCATION: "str_1" };

const cases: readonly (readonly [string, string, string])[] = [
  [
    "a shell",
    'curl "$MAPLE_URL/v1/orders/$ORDER?location_id=$LOCATION" \\\n  -H "Authorization: Bearer $MAPLE_API_KEY"',
    'curl "http://127.0.0.1:8080/v1/orders/$ORDER?location_id=str_1" \\\n  -H "Authorization: Bearer mpk_test_1"',
  ],
  [
    "variables that a shell sets",
    "export MAPLE_URL=http://127.0.0.1:1\nexport MAPLE_API_KEY=$(node -p 'x.api_key')\nexport LOCATION=$(node -p 'x')",
    "export MAPLE_URL=http://127.0.0.1:8080\nexport MAPLE_API_KEY=mpk_test_1\nexport LOCATION=str_1",
  ],
  [
    "TypeScript",
    'const { MAPLE_API_KEY = "", MAPLE_URL = "", ORDER = "", LOCATION = "" } = process.env;',
    'const { MAPLE_API_KEY = "mpk_test_1", MAPLE_URL = "http://127.0.0.1:8080", ORDER = "", LOCATION = "str_1" } = process.env;',
  ],
  [
    "Python",
    'LOCATION = os.environ["LOCATION"]\nORDER = os.environ["ORDER"]\n"Bearer " + os.environ["MAPLE_API_KEY"]',
    'LOCATION = "str_1"\nORDER = os.environ["ORDER"]\n"Bearer " + "mpk_test_1"',
  ],
  ["other code", "npx maple listen --forward-to http://localhost:3000/hooks", ""],
  ["a variable whose name begins the same", 'curl "$LOCATIONS" $MAPLE_URLS', ""],
];

describe("the values of the reader stand in a sample", () => {
  for (const [name, code, filled] of cases)
    test(name, () => assert.equal(fillSample(code, values), filled === "" ? code : filled));
  test("a value with a dollar stays as it is", () => {
    assert.equal(fillSample("$LOCATION", { ...values, LOCATION: "$&$1" }), "$&$1");
  });
});
