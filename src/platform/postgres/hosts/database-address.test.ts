import assert from "node:assert/strict";
import { test } from "node:test";
import { databaseAddressProblem, hostsOf } from "./database-address.ts";
import { searchPrimary } from "./primary-search.ts";

const several = "postgres://u:p,@w@h1:5432,h2,[::1]:5433/db?target_session_attrs=read-write";

test("an address names one host or several, each with the whole rest of the address", () => {
  assert.deepEqual(hostsOf("postgres://u:p@h1:5432/db"), [{ name: "h1:5432", url: "postgres://u:p@h1:5432/db" }]);
  assert.deepEqual(
    hostsOf(several).map(({ name }) => name),
    ["h1:5432", "h2", "[::1]:5433"],
  );
  assert.equal(hostsOf(several)[1]?.url, "postgres://u:p,@w@h2/db?target_session_attrs=read-write");
  assert.deepEqual(
    hostsOf("postgresql:///db?host=/run/postgresql").map(({ name }) => name),
    ["the local socket"],
  );
});

test("what is wrong with an address is said, without its password (rules/operating 1.13)", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["mysql://u:secret@h1/db", /^must be an address that begins with postgres:\/\/ or postgresql:\/\/$/],
    ["postgres://u:secret@h1,,h2/db", /^names an empty host between two commas/],
    ["postgres://u:secret@h1,h2,h1/db", /^names a host twice$/],
    ["postgres://u:secret@h1,h2:99999/db", /^has a host or a port that is none, host 2 of 2/],
    [
      `postgres://u:secret@${Array.from({ length: 9 }, (_, each) => `h${each}`).join()}/db`,
      /^names 9 hosts; at most 8/,
    ],
    ["postgres://u:secret@h1/db?target_session_attrs=any", /^takes no target_session_attrs but read-write/],
    ["postgres://u:secret@h1,h2/db?target_session_attrs=prefer-standby", /^takes no target_session_attrs/],
    ["postgres://u:secret@h1/db?sslmode=verify_full", /^knows no sslmode=verify_full; use verify-full/],
    ["postgres://u:secret@/db?host=h1,h2", /^has a host or a port that is none, host 1 of 1/],
    ["postgres:///db?host=h1,h2", /^takes several hosts before the name of the database only/],
  ];
  for (const [address, message] of cases) {
    const problem = databaseAddressProblem(address) ?? "";
    assert.match(problem, message, address);
    assert.ok(!problem.includes("secret"), address);
    assert.throws(() => hostsOf(address), /^Error: the address of the database /);
  }
  assert.equal(databaseAddressProblem(several), undefined);
});

test("the last good host is tried first, and the ones after it in a circle", () => {
  const search = searchPrimary("postgres://h1,h2,h3/db");
  const name = (): string => search.next().name;
  assert.deepEqual([name(), search.primary(), search.count], ["h1", undefined, 3]);
  search.failed(search.next());
  const second = search.next();
  assert.equal(second.name, "h2");
  search.found(second);
  assert.equal(search.primary()?.name, "h2");
  search.failed(second);
  // Another one who fails at the same host passes over nobody else.
  search.failed(second);
  assert.equal(name(), "h3");
  search.failed(search.next());
  assert.equal(name(), "h1");
  search.found(second);
  assert.equal(name(), "h2");
});

test("one host is tried again and again", () => {
  const search = searchPrimary("postgres://h1/db");
  search.failed(search.next());
  assert.equal(search.next().name, "h1");
});
