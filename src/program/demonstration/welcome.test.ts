import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { welcomeText } from "./welcome.ts";

const place = { id: newId("str"), name: "Bistro Maple", timezone: "Europe/Paris" };

test("what is printed at the start leads to every page of a guest, and to the operator's token without showing it", () => {
  const text = welcomeText({
    baseUrl: "http://127.0.0.1:8080",
    dataDir: ".maple",
    embedded: true,
    startedInMs: 1_200,
    sandbox: {
      base_url: "http://127.0.0.1:8080",
      operator_token: "secret of the operator",
      app: { id: newId("app"), name: "Demo POS" },
      api_key: "mpk_test_1",
      locations: [place],
      people: [],
    },
  });
  for (const page of ["store", "book", "join"])
    assert.ok(text.includes(`http://127.0.0.1:8080/${page}/${place.id}\n`), page);
  assert.match(text, /^ {2}Operator token \.maple\/sandbox\.json, operator_token$/m);
  assert.ok(!text.includes("secret of the operator"));
});
