/** Who carries the messages of which environment, made once for the process. */
import type { Database, Environment } from "../platform/postgres/database.ts";
import type { SenderName } from "./message.ts";
import { outboxSender, type MessageSender } from "./message-sender.ts";
import { saveSender } from "./messages.sql.ts";
import { createTwilioSender } from "./twilio-sender.command.ts";
import type { TwilioSettings } from "./twilio-settings.ts";

export type TwilioPerEnvironment = Readonly<Partial<Record<Environment, TwilioSettings>>>;

export interface Senders {
  /** A sender of the environment by its name. */
  of(environment: Environment): (name: SenderName) => MessageSender | undefined;
  /** Notes which sender new messages of the environment are for; every process does so when it starts. */
  adopt(database: Database): Promise<void>;
}

/** Makes the senders: the outbox always, Twilio where it is configured. */
export function openSenders(twilio: TwilioPerEnvironment, baseUrlOf: (environment: Environment) => string): Senders {
  const of = (environment: Environment): readonly MessageSender[] => {
    const settings = twilio[environment];
    if (settings === undefined) return [outboxSender];
    const reportUrl = (id: string): string => baseUrlOf(environment) + reportPath(environment, id);
    return [createTwilioSender({ settings, reportUrl }), outboxSender];
  };
  const made = { test: of("test"), live: of("live") };
  return {
    of: (environment) => (name) => made[environment].find((sender) => sender.name === name),
    adopt: (database) => database.transaction((tx) => saveSender(tx, made[database.environment][0]?.name ?? "outbox")),
  };
}

/** Where Twilio reports what becomes of a message. */
export function reportPath(environment: Environment, id: string): string {
  return `/messaging/twilio/${environment}/status/${id}`;
}
