import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnForm, isSurelyOwnForm } from "./own-form.ts";

const ownHosts = ["eat.example.com", "127.0.0.1:8080", undefined];

/** `Sec-Fetch-Site`, `Origin`, and whether the form is taken. */
const cases: readonly (readonly [string | undefined, string | undefined, boolean])[] = [
  ["same-origin", "https://eat.example.com", true],
  ["same-origin", "null", true],
  ["same-origin", undefined, true],
  ["none", undefined, true],
  [undefined, undefined, true],
  [undefined, "null", true],
  [undefined, "https://eat.example.com", true],
  [undefined, "https://EAT.example.com:443", true],
  [undefined, "http://eat.example.com", true],
  [undefined, "http://127.0.0.1:8080", true],
  ["cross-site", undefined, false],
  ["cross-site", "null", false],
  ["cross-site", "https://eat.example.com", false],
  ["same-site", undefined, false],
  ["same-site", "https://shop.example.com", false],
  ["SAME-ORIGIN", undefined, false],
  ["", undefined, false],
  ["none", "https://evil.example", false],
  ["same-origin", "https://evil.example", false],
  [undefined, "https://evil.example", false],
  [undefined, "https://shop.example.com", false],
  [undefined, "https://eat.example.com.evil.example", false],
  [undefined, "https://eat.example.com:8443", false],
  [undefined, "http://127.0.0.1:8081", false],
  [undefined, "http://127.0.0.1", false],
  [undefined, "file://", false],
  [undefined, "", false],
  [undefined, "eat.example.com", false],
];

/** Where cookies open the page: what says nothing is refused. */
const surely: readonly (readonly [string | undefined, string | undefined, boolean])[] = [
  ["same-origin", "null", true],
  ["same-origin", undefined, true],
  [undefined, "https://eat.example.com", true],
  [undefined, undefined, false],
  [undefined, "null", false],
  ["none", undefined, false],
  ["same-site", "https://eat.example.com", false],
  ["cross-site", "https://eat.example.com", false],
  [undefined, "https://evil.example", false],
];

for (const [site, origin, taken] of surely) {
  test(`by cookie, Sec-Fetch-Site ${site}, Origin ${origin}: ${taken ? "taken" : "refused"} (rules/people 5.6)`, () => {
    assert.equal(isSurelyOwnForm({ site, origin, ownHosts }), taken);
  });
}

for (const [site, origin, taken] of cases) {
  test(`Sec-Fetch-Site ${site}, Origin ${origin}: ${taken ? "taken" : "refused"} (rules/http 4.16)`, () => {
    assert.equal(isOwnForm({ site, origin, ownHosts }), taken);
  });
}
