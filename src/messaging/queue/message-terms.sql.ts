/** The SQL that decides whether and how a guest is written to, and who sends the messages of a location. */
import type { Id } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Address } from "../../locations/location/location.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { ChosenChannel } from "../message/message-kinds.ts";
import type { SenderName } from "../message/message.ts";

export interface MessageTerms {
  readonly messaging: boolean;
  readonly order_messages: "off" | "email" | "email_and_sms";
  readonly name: string | null;
  readonly language: string | null;
  readonly country: string | null;
  readonly timezone: string | null;
  readonly phone: string | null;
  readonly address: Address | null;
  readonly contact_email: string | null;
  /** The location's time. */
  readonly now: Instant;
  /** Who carries texts, and who carries e-mail. */
  readonly sender: SenderName;
  readonly mail_sender: SenderName;
  readonly opted_out: boolean;
  /** How the guest chose to be told; null: nobody asked. */
  readonly chosen: ChosenChannel | null;
  /** The scopes in which the address is not written to. */
  readonly mail_stops: readonly string[];
}

const termsStatement = defineStatement({
  name: "message-terms",
  takes: ["text", "text", "text", "text"],
  gives: row<MessageTerms>({
    messaging: "bool",
    order_messages: "text",
    name: "text",
    language: "text",
    country: "text",
    timezone: "text",
    phone: "text",
    address: "jsonb",
    contact_email: "text",
    now: "timestamptz",
    sender: "text",
    mail_sender: "text",
    opted_out: "bool",
    chosen: "text",
    mail_stops: "text[]",
  }),
  text: `SELECT l.messaging, l.order_messages, l.name, l.language, l.address ->> 'country' AS country, l.timezone, l.phone,
      l.address, l.profile ->> 'contact_email' AS contact_email,
      (clock_timestamp() + l.clock_offset_seconds * interval '1 second') AS now,
      coalesce(settings.sender, 'outbox') AS sender, coalesce(settings.mail_sender, 'outbox') AS mail_sender,
      EXISTS (SELECT 1 FROM message_opt_outs o WHERE o.phone = $2) AS opted_out,
      ARRAY(SELECT s.scope FROM mail_stops s WHERE s.address = $3 AND (s.until IS NULL OR s.until > clock_timestamp()))
        AS mail_stops,
      (SELECT c.channel FROM message_choices c WHERE c.subject_id = $4) AS chosen
    FROM locations l LEFT JOIN message_settings settings ON true WHERE l.id = $1`,
});

export interface MessageTo {
  readonly phone: string | null;
  readonly email: string | null;
  /** What it is about. */
  readonly subjectId: string | null;
}

/** What decides whether and how a location writes to a number or an address. */
export function findTerms(
  db: Db,
  locationId: Id<"str">,
  { phone, email, subjectId }: MessageTo,
): Promise<MessageTerms> {
  return db.one(termsStatement, [locationId, phone, email, subjectId]);
}

const saveSendersStatement = defineStatement({
  name: "save-message-senders",
  prepare: false,
  takes: ["text", "text"],
  text: `INSERT INTO message_settings (sender, mail_sender) VALUES ($1, $2)
    ON CONFLICT (only_one) DO UPDATE SET sender = excluded.sender, mail_sender = excluded.mail_sender
    WHERE (message_settings.sender, message_settings.mail_sender) IS DISTINCT FROM (excluded.sender, excluded.mail_sender)`,
});

/** Notes who carries texts and e-mail from now on. */
export async function saveSenders(tx: Tx, texts: SenderName, mail: SenderName): Promise<void> {
  await tx.rows(saveSendersStatement, [texts, mail]);
}
