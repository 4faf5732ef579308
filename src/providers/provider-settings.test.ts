import assert from "node:assert/strict";
import { test } from "node:test";
import { issuesOf } from "./provider-settings.ts";

type Where = Parameters<typeof issuesOf>[1];
const live: Where = { sandbox: undefined, hasAddress: false };
const strict: Where = { ...live, sandbox: { allowPrivate: false } };
const sandbox: Where = { ...strict, sandbox: { allowPrivate: true } };

const issues = (base_url: string, where: Where): readonly string[] =>
  issuesOf({ adapter: "booking_server_v3", base_url }, where).map(({ path, message }) => `${path} ${message}`);

const notPublic = [
  "https://127.0.0.1/reserve",
  "https://127.1",
  "https://2130706433/",
  "https://169.254.169.254/latest",
  "https://10.1.2.3:8443",
  "https://[::1]/",
  "https://[::ffff:169.254.169.254]/",
  "https://[fe80::1]/",
  "https://localhost/reserve",
  "https://booking.localhost./",
  "https://intranet/reserve",
];

test("an address that is not of the public internet is refused when it is saved, with what to change (rules/providers 1.7)", () => {
  for (const url of notPublic) {
    for (const where of [live, strict]) {
      const [first = "", ...others] = issues(url, where);
      assert.match(first, /^body\.booking_provider\.base_url names .*; name a host of the public internet$/, url);
      assert.deepEqual(others, []);
    }
    assert.deepEqual(issues(url, sandbox), [], url);
  }
});

test("without a sandbox private addresses and plain http are refused", () => {
  for (const url of notPublic) assert.equal(issues(url, live).length, 1, url);
  assert.deepEqual(issues("http://bookings.example.com", live), [
    "body.booking_provider.base_url must begin with https://",
  ]);
});

test("a public address passes everywhere", () => {
  for (const url of ["https://bookings.example.com/reserve", "https://8.8.8.8/", "https://[2606:4700:4700::1111]/"]) {
    for (const where of [live, strict, sandbox]) assert.deepEqual(issues(url, where), [], url);
  }
});
