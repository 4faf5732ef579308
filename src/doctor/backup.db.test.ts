/** What the doctor really sees of backups: what the server lets it see, and a program that plays pgBackRest. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { startSoundSetup, type SoundSetup } from "./broken-setup.fixture.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import { askPgbackrest } from "./ask-pgbackrest.ts";

let sound: SoundSetup;
let directory: string;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), "maple-backup-test-"));
  sound = await startSoundSetup();
});
after(async () => {
  await sound.stop();
  rmSync(directory, { recursive: true });
});

/** A program that does as these lines of a shell say. */
function program(lines: string): string {
  const file = join(directory, "pgbackrest");
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o700);
  return file;
}

async function backup(pgbackrest: string, variables = {}): Promise<Finding | undefined> {
  const findings = await examine(sound.settings, { zoneDirectory: "/nothing/here", pgbackrest, variables });
  return findings.find(({ check }) => check === "backup");
}

/** The number of this server, and its clock. */
async function askServer(): Promise<{ readonly server: string; readonly now: number }> {
  const client = new Client({ connectionString: sound.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ server: string; now: number }>(
      "SELECT system_identifier::text AS server, extract(epoch FROM now())::float8 AS now FROM pg_control_system()",
    );
    return rows[0] ?? { server: "", now: 0 };
  } finally {
    await client.end();
  }
}

test("neither the server nor this machine tells: a warning that says what would let the doctor see", async () => {
  const found = await backup("/nothing/here");
  assert.equal(found?.standing, "warning");
  assert.match(found.says, /cannot be told from here$/);
  assert.match(found.remedy ?? "", new RegExp(`GRANT EXECUTE ON FUNCTION pg_ls_waldir\\(\\) TO ${sound.role};`));
});

test("with that right the server is asked", async () => {
  await sound.sql(`GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO ${sound.role}`);
  const found = await backup("/nothing/here");
  await sound.sql(`REVOKE EXECUTE ON FUNCTION pg_ls_waldir() FROM ${sound.role}`);
  assert.equal(found?.standing, "warning");
  assert.match(found.says, /knows of no backup since it is the primary/);
});

test("pgBackRest on this machine is asked about this server, and gets no secret", async () => {
  const { server, now } = await askServer();
  const info = [
    {
      backup: [
        {
          database: { id: 1, "repo-key": 1 },
          error: false,
          label: "20261124-010000F",
          timestamp: { start: 1, stop: Math.floor(now) - 30 * 3_600 },
        },
      ],
      db: [{ id: 1, "repo-key": 1, "system-id": 0 }],
    },
  ];
  const printed = JSON.stringify(info).replace('"system-id":0', `"system-id":${server}`);
  const found = await backup(
    program(
      `[ "$*" = "info --output=json" ] && [ -z "$SECRET_KEY" ] && [ "$PGBACKREST_CONFIG" = /its/file ] && echo '${printed}'`,
    ),
    { SECRET_KEY: "a secret", PGBACKREST_CONFIG: "/its/file" },
  );
  assert.match(found?.says ?? "", /^the newest backup ended 30 hours ago \(pgBackRest 20261124-010000F\)$/);
  assert.equal(found?.standing, "warning");
  assert.match(found.remedy ?? "", /Backup old/);
});

test("a pgBackRest that may not read its repository: why is told", async () => {
  const found = await backup(program("echo 'ERROR: [041]: unable to open file: [13] Permission denied' >&2; exit 41"));
  assert.match(found?.says ?? "", /pgbackrest info fails: ERROR: \[041\]: unable to open file/);
  assert.equal(found?.standing, "warning");
});

test("a pgBackRest that does not end: the wait has an end", async () => {
  const answer = await askPgbackrest({ program: program("exec sleep 60"), withinMs: 100 });
  assert.deepEqual(answer, { kind: "failed", why: "it did not end in 0.1 s" });
});
