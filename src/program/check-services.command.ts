/**
 * Lets a process begin on its databases only when each is of the service that the configuration takes it for
 * (rules/operating 9.7). A database without a mark gets one, unless a secret in it was sealed for the other service.
 * Two processes that mark at once leave one mark. Called by run.ts before anything is read or written by the process.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { listEach } from "../kernel/of-each.ts";
import { serviceName } from "../kernel/service-labels.ts";
import type { Databases } from "../platform/http/ports.ts";
import type { Log } from "../platform/log.ts";
import type { Database } from "../platform/postgres/database.ts";
import { readServiceMark, WrongDatabase, writeServiceMark } from "../platform/postgres/service-mark.sql.ts";
import { listUnreadableSecrets } from "../webhooks/subscriptions/list-unreadable-secrets.query.ts";
import { sealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";

export interface ServiceCheck {
  /** Every database answered and is of its service; before, no background work may begin. Rejects as `first` throws. */
  readonly certain: Promise<void>;
  stop(): void;
}

const againAfterMs = 250;

/**
 * Looks at once, and throws `WrongDatabase` where it finds one; where a database does not answer, or is not migrated
 * yet, goes on looking until it does.
 */
export async function checkServices(
  databases: Databases,
  secretKeys: readonly Uint8Array[],
  log: Pick<Log, "warn">,
): Promise<ServiceCheck> {
  const stopping = new AbortController();
  const warn = warnOfNew(log);
  const look = async (): Promise<boolean> => {
    const checked = await Promise.all(listEach(databases).map((each) => checkOrWait(each, secretKeys, warn)));
    return checked.every(Boolean);
  };
  if (await look()) return { certain: Promise.resolve(), stop: () => {} };
  const certain = (async () => {
    do await sleep(againAfterMs, undefined, { signal: stopping.signal });
    while (!(await look()));
    stopping.signal.throwIfAborted();
  })();
  certain.catch(() => {});
  return { certain, stop: () => stopping.abort() };
}

/** Logs what keeps a database from being asked, when that is another reason than at the look before. */
function warnOfNew(log: Pick<Log, "warn">): (database: Database, error: unknown) => void {
  const reasons = new Map<Database, string>();
  return (database, error) => {
    if (reasons.get(database) === String(error)) return;
    reasons.set(database, String(error));
    log.warn({ err: error }, "the database was not asked of which service it is");
  };
}

/** Whether the database is known to be of its service; not yet when it cannot be asked, which `/readyz` tells. */
async function checkOrWait(
  database: Database,
  secretKeys: readonly Uint8Array[],
  warn: (database: Database, error: unknown) => void,
): Promise<boolean> {
  try {
    return await checkService(database, secretKeys);
  } catch (error) {
    if (error instanceof WrongDatabase) throw error;
    warn(database, error);
    return false;
  }
}

/** Marks the database where it has no mark; throws `WrongDatabase`; false before its migration. */
export async function checkService(database: Database, secretKeys: readonly Uint8Array[]): Promise<boolean> {
  const { livemode, read } = database;
  const name = serviceName(database);
  let mark = await readServiceMark(read);
  if (mark === undefined) return false;
  if (mark === null) {
    const ofOther = await listUnreadableSecrets(read, sealedSecrets(secretKeys, !livemode));
    if (ofOther.unreadable.length < ofOther.secrets) throw new WrongDatabase(name);
    mark = await database.transaction((tx) => writeServiceMark(tx, name));
  }
  if (mark !== name) throw new WrongDatabase(name);
  return true;
}
