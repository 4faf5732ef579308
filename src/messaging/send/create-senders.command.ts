/** Makes the senders of a service's messages, once for the process. */
import type { MailCarrier } from "../../mail/carrier.ts";
import type { Database } from "../../platform/postgres/database.ts";
import type { SenderName } from "../message/message.ts";
import { outboxSender, type MessageSender } from "../message/message-sender.ts";
import { saveSenders } from "../queue/message-terms.sql.ts";

export interface CarriersGiven {
  /** Who carries texts; undefined: they stay in the outbox. */
  readonly texts: MessageSender | undefined;
  /** Who carries e-mail; undefined: it stays in the outbox. */
  readonly mail: MailCarrier | undefined;
}

export interface Senders {
  /** A sender of texts by its name. */
  of(name: SenderName): MessageSender | undefined;
  readonly mail: MailCarrier | undefined;
  /** Notes which senders new messages are for; every process does so when it starts. */
  adopt(database: Database): Promise<void>;
}

/** The senders: the outbox always, and those that are configured. */
export function createSenders({ texts, mail }: CarriersGiven): Senders {
  const made = [...(texts === undefined ? [] : [texts]), outboxSender];
  return {
    of: (name) => made.find((sender) => sender.name === name),
    mail,
    adopt: (database) =>
      database.transaction((tx) => saveSenders(tx, made[0]?.name ?? "outbox", mail === undefined ? "outbox" : "smtp")),
  };
}
