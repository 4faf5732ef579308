/** The numbers that the locks of drains name times by: 32 bits of tenths of a second, which begin anew in 2037. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";

let clone: ClonedDatabase;
let client: Client;
before(async () => {
  clone = await cloneDatabase();
  client = new Client({ connectionString: clone.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await clone.drop();
});

/** The last tenth of a second whose number the first form could write. */
const lastSeconds = 2_129_496_729.5;

test("a number means the tenth of a second of its time, in every year, for years before and after", async () => {
  const { rows } = await client.query(
    `SELECT at::text, number, ago FROM (VALUES ('1970-01-01T00:00Z'), ('2019-03-01T12:00Z'), ('2023-11-14T22:13:20.05Z'),
        ('2026-11-28T15:00:00.123Z'), ('2037-06-24T16:45:29.55Z'), ('2037-06-24T16:45:29.65Z'), ('2038-03-01T12:00Z'),
        ('2400-02-29T23:59:59.99Z')) AS times (text)
      CROSS JOIN (VALUES ('-1 year'::interval), ('0'), ('0.1 s'), ('1 hour'), ('6 years')) AS agos (ago)
      CROSS JOIN LATERAL (SELECT text::timestamptz AS at, drain_number(text::timestamptz) AS number) AS numbered
    WHERE drain_time((number::bigint & 4294967295)::oid, at + ago) <> to_timestamp(floor(extract(epoch FROM at) * 10) / 10.0)`,
  );
  assert.deepEqual(rows, []);
});

test("until 2037 the numbers are those of the release before, so both wait for each other", async () => {
  const { rows } = await client.query(
    `SELECT s FROM unnest($1::float8[]) AS s WHERE drain_number(to_timestamp(s))
      <> ((floor(extract(epoch FROM to_timestamp(s)) * 10) - 17000000000) - 2147483648)::integer`,
    [[1_700_000_000, 1_795_880_000.1, 2_000_000_000, lastSeconds]],
  );
  assert.deepEqual(rows, []);
});

test("after its end the count begins anew, and the older lock is still the older one", async () => {
  const { rows } = await client.query(
    `SELECT drain_number(to_timestamp($1)) AS last, drain_number(to_timestamp($1 + 0.1)) AS first,
      drain_time(2147483647::oid, to_timestamp($1 + 5)) < drain_time(2147483648::oid, to_timestamp($1 + 5)) AS in_order`,
    [lastSeconds],
  );
  assert.deepEqual(rows, [{ last: 2_147_483_647, first: -2_147_483_648, in_order: true }]);
});
