/** Judges whether WAL is archived, so that a backup can be brought to a point in time (rules/operating 9.6). Pure. */
import { right, warning, wrong, type Found } from "./finding.ts";
import { ago } from "./judge-backup.ts";
import type { ServerFacts } from "./server-facts.ts";

type ArchiveFacts = Pick<
  ServerFacts,
  "archives" | "archive_timeout_seconds" | "archived_seconds_ago" | "archiving_fails" | "archive_failures"
>;

/** The heartbeats of processes write all the time, so a server archives at each archive_timeout; a few may be late. */
const lateTimeouts = 5;
const leastLateSeconds = 900;

/** Judges what the server says of its archiver. */
export function judgeArchive(facts: ArchiveFacts): Found {
  if (!facts.archives)
    return warning(
      "archive_mode is off: a backup cannot be brought to a point in time",
      'Set up continuous archiving; docs/operating.md, "Backups". Where your provider archives by other means, leave it.',
    );
  const seconds = facts.archived_seconds_ago;
  if (facts.archiving_fails)
    return wrong(
      `archiving has failed ${facts.archive_failures} times, and ` +
        (seconds === null ? "no WAL was ever archived" : `the last WAL was archived ${ago(seconds)}`),
      "Look at the server's log for the archive_command that failed. Until it works WAL fills the disk of the server, " +
        'and what came since is lost with it; docs/runbook.md, "Backup old".',
    );
  const limit = facts.archive_timeout_seconds;
  if (limit === 0)
    return warning(
      "archive_timeout is 0: what is written in a quiet hour is archived hours later",
      "Set archive_timeout = 60s in postgresql.conf, and reload: then at most a minute is lost with the server.",
    );
  if (seconds === null || seconds > Math.max(leastLateSeconds, lateTimeouts * limit))
    return warning(
      seconds === null ? "no WAL was archived yet" : `the last WAL was archived ${ago(seconds)}`,
      "Look at pg_stat_archiver and the server's log. It is right only where no process of Maple has run since.",
    );
  return right(`WAL was archived ${ago(seconds)}`);
}
