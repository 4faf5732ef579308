/** Judges how old the newest backup of a server is (rules/operating 9.6). Pure. */
import { right, warning, wrong, type Found } from "./finding.ts";
import type { KeptBackup, ProgramAnswer } from "./parse-backup-info.ts";

/** What the server, and pgBackRest on this machine, know of backups. */
export interface BackupFacts {
  readonly role: string;
  /** The number that PostgreSQL gave its cluster when it was made; pgBackRest keeps it too. */
  readonly server: string;
  /** The clock of the database, in Unix seconds. */
  readonly now: number;
  /** Whether the role may look where the server keeps its WAL. */
  readonly isOpen: boolean;
  /** When the server's newest base backup ended; null when it knows of none. */
  readonly serverEndedAt: number | null;
  readonly program: ProgramAnswer;
}

const hour = 3_600;
/** As the alert BackupOld. */
const oldHours = 26;
/** A full backup is made each week: by then one was missed, and a restore has to read a week of WAL. */
const missedHours = 8 * 24;

const makeOne =
  "Make a backup now (pgbackrest --stanza=maple --type=diff backup, or as your provider does it), then mend the timer; " +
  'docs/runbook.md, "Backup old".';

/** Judges by pgBackRest where it knows the server; else by what the server itself knows. */
export function judgeBackup(facts: BackupFacts): Found {
  const { program, server, now, serverEndedAt } = facts;
  if (program.kind === "told" && program.servers.includes(server)) {
    const newest = newestOf(program.backups.filter((backup) => backup.server === server));
    if (newest === undefined) return wrong("pgBackRest has no backup of this server", makeOne);
    const ended = `the newest backup ended ${ago(now - newest.endedAt)} (pgBackRest ${newest.label})`;
    if (newest.isDamaged)
      return wrong(
        `${ended}, and it has damaged pages`,
        "Look at its log for the file, and at the disk of the server; keep the backups before it until one is whole.",
      );
    return judgeAge(ended, now - newest.endedAt);
  }
  if (serverEndedAt !== null)
    return judgeAge(
      `a backup of this server, or a copy for a standby, ended ${ago(now - serverEndedAt)}`,
      now - serverEndedAt,
    );
  return judgeUnknown(facts);
}

function judgeAge(says: string, seconds: number): Found {
  if (seconds > missedHours * hour) return wrong(says, makeOne);
  return seconds > oldHours * hour ? warning(says, makeOne) : right(says);
}

/** Nothing that can be seen from here tells of a backup. */
function judgeUnknown({ program, isOpen, role }: BackupFacts): Found {
  const failed = program.kind === "failed" ? `; pgbackrest info fails: ${program.why}` : "";
  const elsewhere = "Look where backups are made: pgbackrest info there, or the page of your provider.";
  if (isOpen)
    return warning(
      `the server knows of no backup since it is the primary${failed}`,
      `${elsewhere} Without one, make one now; docs/operating.md, "Backups".`,
    );
  return warning(
    `the age of the newest backup cannot be told from here${failed}`,
    `${elsewhere} For the next time let the doctor see it, as a superuser in this database: ` +
      `GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO ${role};`,
  );
}

function newestOf(backups: readonly KeptBackup[]): KeptBackup | undefined {
  return backups.toSorted((one, other) => other.endedAt - one.endedAt)[0];
}

/** How long ago, in the unit that a person would take. */
export function ago(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 2 * hour
        ? [seconds / 60, "minute"]
        : seconds <= 72 * hour
          ? [seconds / hour, "hour"]
          : [seconds / (24 * hour), "day"];
  const whole = Math.max(0, Math.round(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}
