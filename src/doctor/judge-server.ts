/** Judges the facts of a database server for the service, each with what to do (rules/operating 9.3). Pure. */
import { right, warning, wrong, type ServiceCheck, type Found } from "./finding.ts";
import { judgeArchive } from "./judge-archive.ts";
import { judgeUpkeep } from "./judge-upkeep.ts";
import type { ServerFacts } from "./server-facts.ts";

type Judged = readonly (readonly [ServiceCheck, Found])[];

/** Judges what one server says of itself; its connections are judged with those of the other service. */
export function judgeServer(facts: ServerFacts): Judged {
  return [
    ["version", right(`PostgreSQL ${facts.version}`)],
    ["encoding", judgeEncoding(facts)],
    ["role", judgeRole(facts)],
    ["rights", judgeRights(facts)],
    ["settings", judgeSettings(facts)],
    ["standby", judgeStandby(facts)],
    ["archive", judgeArchive(facts)],
    ["upkeep", judgeUpkeep(facts)],
  ];
}

function judgeEncoding(facts: ServerFacts): Found {
  const { encoding, small_letters: small, database, made_with_order: before, order_now: now } = facts;
  const anew =
    "Make a database with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8', and migrate that one.";
  if (encoding !== "UTF8")
    return wrong(`the database is in ${encoding}: names of guests and dishes are damaged or refused`, anew);
  if (!small.startsWith("i"))
    return wrong("the small letter of I is not i: guests are not found, and not erased, by their e-mail address", anew);
  if (small !== "ié") return warning("the small letter of É is not é: names are found only as they are written", anew);
  if (before !== null && now !== null && before !== now)
    return wrong(
      `the indexes were made when texts were sorted by version ${before} of the system's rules, and the server sorts by ${now}: rows are missed, and what must be there once may be there twice`,
      `An upgrade of the system, a copy or a failover to a machine of another system does this. Stop serve and work, ` +
        `run REINDEX DATABASE "${database}" and ALTER DATABASE "${database}" REFRESH COLLATION VERSION, then verify.`,
    );
  return right("the database is in UTF-8");
}

function judgeRole({ role, is_superuser: isSuperuser, may_change_schema: mayChange }: ServerFacts): Found {
  if (!isSuperuser && !mayChange) return right(`the role ${role} cannot change the schema`);
  return wrong(
    isSuperuser ? `the role ${role} is a superuser` : `the role ${role} can change the schema`,
    "Run serve and work as a role of its own that owns nothing; only migrate uses the owner. " +
      'docs/operating.md, "Preparing the databases", has the statements.',
  );
}

function judgeRights({ role, closed }: ServerFacts): Found {
  if (closed.length === 0) return right("the role may read and write every table");
  return wrong(
    `the role ${role} may not read and write ${listed(closed)}`,
    `As the owner of the schema: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}; ` +
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}; and ALTER DEFAULT PRIVILEGES as docs/operating.md says.`,
  );
}

function judgeSettings(facts: ServerFacts): Found {
  const losing = (["fsync", "full_page_writes", "synchronous_commit"] as const).filter((name) => facts[name] === "off");
  if (losing.length > 0)
    return wrong(
      `${listed(losing)} of the server ${losing.length === 1 ? "is" : "are"} off: a crash loses what was acknowledged`,
      `Set ${losing.map((name) => `${name} = on`).join(", ")} in postgresql.conf (also look at ALTER DATABASE and ` +
        "ALTER ROLE: \\drds in psql), and reload.",
    );
  const idle = Number.parseFloat(facts.idle_session_timeout) > 0;
  if (idle)
    return warning(
      `idle_session_timeout is ${facts.idle_session_timeout}: the server ends connections that wait in a pool`,
      "Set idle_session_timeout = 0 for the role of the service.",
    );
  if (facts.check_interval_ms > 0) return right("what is committed is on disk, and vanished clients are noticed");
  return warning(
    "client_connection_check_interval is 0: a process that vanishes may hold its locks for minutes",
    "Set client_connection_check_interval = 5s, tcp_user_timeout = 15s and tcp_keepalives_idle = 10 in postgresql.conf.",
  );
}

function judgeStandby({ synchronous_standbys: names, connected_standbys: connected }: ServerFacts): Found {
  if (names === "")
    return warning(
      "no standby confirms commits: with the server's disk the newest orders are lost",
      "Run a standby and name it in synchronous_standby_names.",
    );
  if (connected > 0) return right(`${connected} ${connected === 1 ? "standby is" : "standbys are"} connected`);
  return wrong(
    `synchronous_standby_names is "${names}" and no standby is connected: commits wait`,
    'Bring a standby back; docs/runbook.md, "No standby", says how.',
  );
}

/** What the service opens at one server. */
export interface ConnectionNeeds {
  /** Of the processes that live now. */
  readonly living: number;
  /** Of one process more. */
  readonly ofOne: number;
}

/** Judges whether the living processes find the connections that their pools may grow to, and one more can start. */
export function judgeConnections(facts: ServerFacts, { living, ofOne }: ConnectionNeeds): Found {
  const limits = [facts.most_connections, facts.most_of_role, facts.most_of_database].filter((limit) => limit >= 0);
  const most = Math.min(...limits);
  const free = facts.most_connections - facts.used_connections;
  const numbers = `${facts.used_connections} of ${facts.most_connections} connections are used`;
  const remedy =
    "Raise max_connections (and CONNECTION LIMIT of the role and the database), lower DATABASE_POOL_SIZE, " +
    "or put PgBouncer between.";
  if (free < ofOne) return wrong(`${numbers}: a process that starts needs up to ${ofOne}`, remedy);
  if (living > most) return warning(`the living processes may open ${living}, the limit is ${most}`, remedy);
  return right(`${numbers}; the living processes may open ${living}`);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
