/** The search for guests reads indexes, also where names have accents. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { definedStatements } from "../../platform/postgres/statement.ts";
import { foldLetters } from "../../kernel/fold-letters.ts";
import "./guests.sql.ts";

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

test("a search reads by the indexes of a location's guests, and no whole table", async () => {
  await client.query(`INSERT INTO locations (id, name, timezone, phone, address, payment_options)
    SELECT 'str_01' || substr(md5('l' || n), 1, 24), 'Diner', 'America/Chicago', '+12175550100', '{}', '{link}'
    FROM generate_series(0, 3) n`);
  await client.query(`INSERT INTO bookings (id, location_id, written_at, created_at, updated_at, status, source, confirmation_code,
      starts_at, ends_at, local_start, time_zone, party_size, unit_ids, guest_first_name, guest_last_name, guest_phone,
      changeable_until, cancellable_until, kept_by, updated_by)
    SELECT 'bkg_01' || substr(md5('b' || n), 1, 24), 'str_01' || substr(md5('l' || n % 4), 1, 24), at, at, at, 'confirmed', 'online',
      n::text, at, at + interval '1 hour', '', 'UTC', 2, '{t1}', CASE n % 2 WHEN 0 THEN 'José' ELSE 'Ada' END || n, CASE n % 3 WHEN 0 THEN 'Müller' ELSE 'Byron' END || n,
      '+1217' || n, at, at, 'native', 'guest'
    FROM generate_series(1, 8000) n, LATERAL (SELECT timestamptz '2026-01-05' + n * interval '1 minute' AS at) t`);
  await client.query("ANALYZE bookings");
  const statement = definedStatements().find(({ name }) => name === "find-contacts-of-guests");
  const text = statement?.text ?? assert.fail("no such statement");
  const { rows: busy } = await client.query<{ readonly id: string }>("SELECT min(location_id) AS id FROM bookings");
  const values = [busy[0]?.id, "+12175550100", "0100", "mul%", "mül%", 20];
  const { rows } = await client.query<{ readonly "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  assert.doesNotMatch(plan, /Seq Scan/);
  for (const name of ["last_name", "accented_last_name", "first_name", "accented_first_name"])
    assert.match(plan, new RegExp(`(using|on) bookings_of_${name}\\b.*\\n *Index Cond: .* ~>=~ `), name);
});

test("the database folds the letters of names as the screens do", async () => {
  const names = [
    "José Müller",
    "ÅSA",
    "Strauß",
    "Łukasz Œuvre",
    "Søren Æbel",
    "Đorđe",
    "Ιωάννης",
    "Йосиф",
    "יוֹסֵף",
    "Ada-Lou O’Hara",
    "ﬁne",
    "",
  ];
  const { rows } = await client.query<{ readonly folded: string }>(
    "SELECT fold_letters(name) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS all_names (name, at) ORDER BY at",
    [names],
  );
  assert.deepEqual(
    rows.map(({ folded }) => folded),
    names.map(foldLetters),
  );
});
