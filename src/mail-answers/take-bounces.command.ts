/** Judges the addresses that bounces are sent to, and stores the status of a bounce in the database of its e-mail. */
import { serviceName } from "../kernel/service-labels.ts";
import type { Id } from "../kernel/id.ts";
import { listEach } from "../kernel/of-each.ts";
import { markKey, readMarked } from "../mail/mail-mark.ts";
import type { MailAccounts } from "../mail/read-mail-settings.ts";
import { takeBounce } from "../messaging/aftercare/take-report.command.ts";
import type { Databases } from "../platform/http/ports.ts";
import type { Database } from "../platform/postgres/database.ts";
import type { BounceTaker } from "./bounce-listener.client.ts";
import { bounceStatus, bounceWord } from "./read-bounce.ts";

export interface BounceParts {
  readonly databases: Databases;
  /** The domain that bounces of a service come back to stands here. */
  readonly mail: MailAccounts;
  /** The current key first, then those that it replaced. */
  readonly secretKeys: readonly Buffer[];
}

/** The e-mail that a bounce is about. */
interface Bounced {
  readonly database: Database;
  readonly id: Id<"msg">;
}

/** Takes the bounces of every service that has an address for them. */
export function createBounceTaker(parts: BounceParts): BounceTaker {
  const find = bouncedFinder(parts);
  return {
    isOurs: (address) => find(address) !== undefined,
    async take(address, text) {
      const [bounced, status] = [find(address), bounceStatus(text)];
      if (bounced === undefined || status === undefined) return;
      await bounced.database.transaction((tx) => takeBounce(tx, bounced.id, status));
    },
  };
}

function bouncedFinder({ databases, mail, secretKeys }: BounceParts): (address: string) => Bounced | undefined {
  const known = listEach(databases).flatMap((database) => {
    const domain = mail[serviceName(database)]?.bounceDomain ?? null;
    if (domain === null) return [];
    return [{ database, domain, keys: secretKeys.map((key) => markKey(key, database.livemode)) }];
  });
  return (address) => {
    for (const { database, domain, keys } of known) {
      const word = bounceWord(address, domain);
      const id = word === undefined ? undefined : readMarked(keys, "bounce", word);
      if (id !== undefined) return { database, id };
    }
    return undefined;
  };
}
