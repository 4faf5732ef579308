/** What the doctor says of backups and of archived WAL (rules/operating 9.6). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judgeArchive } from "./judge-archive.ts";
import { judgeBackup, type BackupFacts } from "./judge-backup.ts";
import { parseBackupInfo, type ProgramAnswer } from "./parse-backup-info.ts";

const hour = 3_600;
const now = 1_800_000_000;
const server = "7711774259467444566";

/** As pgBackRest 2.44 prints it; the number of the server has more digits than a number of JavaScript keeps. */
const info = (backups: readonly { readonly ago: number; readonly error?: boolean }[], of = server): string =>
  `[{"archive":[],"backup":[${backups
    .map(
      ({ ago, error = false }, index) =>
        `{"database":{"id":1,"repo-key":1},"error":${error},"label":"L${index}","timestamp":{"start":1,"stop":${now - ago}},"type":"full"}`,
    )
    .join(",")}],"db":[{"id":1,"repo-key":1,"system-id":${of},"version":"15"}],"name":"maple","status":{"code":0}}]`;

const facts = (change: Partial<BackupFacts>): BackupFacts => ({
  role: "maple_service",
  server,
  now,
  isOpen: true,
  serverEndedAt: null,
  program: { kind: "absent" },
  ...change,
});
const told = (text: string): ProgramAnswer => parseBackupInfo(text);

describe("the newest backup", () => {
  for (const [name, change, standing, says] of [
    [
      "of this morning",
      { program: told(info([{ ago: 40 * hour }, { ago: 5 * hour }])) },
      "right",
      /5 hours ago \(pgBackRest L1\)$/,
    ],
    ["of two days ago", { program: told(info([{ ago: 48 * hour }])) }, "warning", /48 hours ago \(pgBackRest L0\)$/],
    ["of nine days ago", { program: told(info([{ ago: 9 * 24 * hour }])) }, "wrong", /9 days ago/],
    ["with damaged pages", { program: told(info([{ ago: hour, error: true }])) }, "wrong", /damaged pages/],
    ["is not there at all", { program: told(info([])) }, "wrong", /pgBackRest has no backup of this server/],
    [
      "is of another server",
      { program: told(info([{ ago: hour }], "7711774259467444567")) },
      "warning",
      /knows of no backup/,
    ],
    [
      "is told by the server",
      { serverEndedAt: now - 3 * hour },
      "right",
      /a backup of this server, or a copy for a standby, ended 3 hours ago/,
    ],
    ["is old by the server", { serverEndedAt: now - 30 * hour }, "warning", /30 hours ago/],
    [
      "is newer at the server",
      { program: told(info([{ ago: 48 * hour }])), serverEndedAt: now - hour },
      "warning",
      /48 hours ago \(pgBackRest/,
    ],
    ["is nowhere", {}, "warning", /the server knows of no backup since it is the primary/],
    ["cannot be seen", { isOpen: false }, "warning", /cannot be told from here/],
    [
      "cannot be read",
      { isOpen: false, program: { kind: "failed", why: "unable to open" } },
      "warning",
      /pgbackrest info fails: unable to open/,
    ],
    [
      "is told as something else",
      { isOpen: false, program: told("<html>") },
      "warning",
      /pgbackrest info fails: no JSON/,
    ],
  ] as const)
    test(`${name}: ${standing}`, () => {
      const found = judgeBackup(facts(change));
      assert.equal(found.standing, standing, found.says);
      assert.match(found.says, says);
      if (standing !== "right") assert.ok((found.remedy ?? "").length > 20);
    });

  test("that cannot be seen: the remedy names the statement that lets the doctor look", () => {
    assert.match(
      judgeBackup(facts({ isOpen: false })).remedy ?? "",
      /GRANT EXECUTE ON FUNCTION pg_ls_waldir\(\) TO maple_service;/,
    );
  });
});

describe("archived WAL", () => {
  const archive = {
    archives: true,
    archive_timeout_seconds: 60,
    archived_seconds_ago: 30,
    archiving_fails: false,
    archive_failures: 0,
  };
  for (const [name, change, standing, says] of [
    ["half a minute old", {}, "right", /WAL was archived 30 seconds ago/],
    ["off", { archives: false }, "warning", /archive_mode is off/],
    [
      "that fails",
      { archiving_fails: true, archive_failures: 7, archived_seconds_ago: 7_200 },
      "wrong",
      /has failed 7 times, and the last WAL was archived 2 hours ago/,
    ],
    [
      "that has never worked",
      { archiving_fails: true, archive_failures: 7, archived_seconds_ago: null },
      "wrong",
      /has failed 7 times, and no WAL was ever archived/,
    ],
    ["without a time limit", { archive_timeout_seconds: 0 }, "warning", /archive_timeout is 0/],
    ["an hour old", { archived_seconds_ago: 3_600 }, "warning", /archived 60 minutes ago/],
    ["that has not begun", { archived_seconds_ago: null }, "warning", /no WAL was archived yet/],
  ] as const)
    test(`${name}: ${standing}`, () => {
      const found = judgeArchive({ ...archive, ...change });
      assert.equal(found.standing, standing, found.says);
      assert.match(found.says, says);
      if (standing !== "right") assert.ok((found.remedy ?? "").length > 20);
    });
});
