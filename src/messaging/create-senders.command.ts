/** Who carries the messages of a service, made once for the process. */
import { environmentWord } from "../kernel/environment.ts";
import type { Database } from "../platform/postgres/database.ts";
import type { SenderName } from "./message.ts";
import { outboxSender, type MessageSender } from "./message-sender.ts";
import { saveSender } from "./messages.sql.ts";
import { createTwilioSender } from "./twilio-sender.client.ts";
import type { TwilioSettings } from "./twilio-settings.ts";

export interface SenderSettings {
  readonly twilio: TwilioSettings | undefined;
  readonly livemode: boolean;
  /** What Twilio reaches us by, without a slash at the end. */
  readonly baseUrl: () => string;
}

export interface Senders {
  /** A sender by its name. */
  of(name: SenderName): MessageSender | undefined;
  /** Notes which sender new messages are for; every process does so when it starts. */
  adopt(database: Database): Promise<void>;
}

/** Makes the senders: the outbox always, Twilio where it is configured. */
export function createSenders({ twilio, livemode, baseUrl }: SenderSettings): Senders {
  const reportUrl = (id: string): string => baseUrl() + reportPath(livemode, id);
  const made = [...(twilio === undefined ? [] : [createTwilioSender({ settings: twilio, reportUrl })]), outboxSender];
  return {
    of: (name) => made.find((sender) => sender.name === name),
    adopt: (database) => database.transaction((tx) => saveSender(tx, made[0]?.name ?? "outbox")),
  };
}

/** Where Twilio reports what becomes of a message. */
export function reportPath(livemode: boolean, id: string): string {
  return `/messaging/twilio/${environmentWord(livemode)}/status/${id}`;
}
