/** Builds the background work of the waitlist and of messages to guests, and the senders of the messages. */
import { remindGuests } from "../../bookings/aftercare/remind-guests.job.ts";
import { labelsOf } from "../../kernel/service-labels.ts";
import { carrierLinks } from "../../mail/mail-links.ts";
import type { MailSettings } from "../../mail/mail-settings.ts";
import { createSmtpCarrier } from "../../mail/smtp-carrier.client.ts";
import { createSenders, type Senders } from "../../messaging/send/create-senders.command.ts";
import { createMessageJob } from "../../messaging/send/send-messages.job.ts";
import { deletion, whileClockIsRight } from "../../platform/clock/clock-gate.ts";
import type { LoopOptions } from "../../platform/jobs/loop.ts";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { reportPath } from "../../twilio/callback-paths.ts";
import { createTwilioSender } from "../../twilio/twilio-sender.client.ts";
import type { TwilioSettings } from "../../twilio/twilio-settings.ts";
import { eraseOldEntries } from "../../waitlist/aftercare/erase-old-entries.job.ts";
import { expireDueEntries } from "../../waitlist/aftercare/expire-entries.job.ts";
import { learnWaits } from "../../waitlist/estimate/learn-waits.job.ts";
import { readWaitTotals } from "../../waitlist/estimate/read-wait-score.query.ts";

export interface WaitlistParts {
  readonly senders: Senders;
  readonly log: Log;
  readonly metrics: Metrics;
}

type Sweep = Omit<LoopOptions, "wakeups" | "onError">;

const minuteMs = 60_000;

/** What is due at its time, also when a test moves the clock: parties that expire, reminders, messages. */
export function waitlistTimers(database: Database, { senders, log, metrics }: WaitlistParts): readonly Sweep[] {
  const messages = createMessageJob({
    database,
    senderOf: (name) => senders.of(name),
    carrier: senders.mail,
    onAttempt: (attempt) => {
      metrics.messages.inc({ sender: attempt.sender, outcome: attempt.outcome });
      log.info(attempt, "message attempted");
    },
  });
  return [
    { name: "expire_waitlist", everyMs: 500, runOnce: () => expireDueEntries(database) },
    { name: "remind_guests", everyMs: 30_000, runOnce: () => remindGuests(database) },
    {
      name: "send_messages",
      channel: "jobs",
      everyMs: 1_000,
      runOnce: whileClockIsRight(database, () => messages.runOnce()),
    },
  ];
}

/** What goes on beside it. */
export function waitlistSweeps(database: Database, { senders, metrics }: WaitlistParts): readonly Sweep[] {
  const labels = labelsOf(database);
  return [
    {
      name: "adopt_sender",
      everyMs: 60 * minuteMs,
      runOnce: async () => {
        await senders.adopt(database);
        return false;
      },
    },
    deletion(database, "erase_old_waiters", () => eraseOldEntries(database)),
    { name: "learn_waits", everyMs: minuteMs, runOnce: () => learnWaits(database) },
    {
      name: "measure_waits",
      everyMs: minuteMs,
      runOnce: async () => {
        const { quotes, coverage, width } = await readWaitTotals(database.read);
        metrics.waitQuotes.set(labels, quotes);
        if (quotes === 0) return false;
        metrics.waitCoverage.set(labels, coverage);
        metrics.waitWidth.set(labels, width);
        return false;
      },
    },
  ];
}

export interface MessagingParts {
  readonly twilio: TwilioSettings | undefined;
  readonly mail: MailSettings | undefined;
  readonly livemode: boolean;
  readonly secretKey: Buffer;
  /** What guests and providers reach us by, without a slash at the end. */
  readonly baseUrl: () => string;
}

/** The senders of one service; nothing is connected yet. */
export function buildSenders({ twilio, mail, livemode, secretKey, baseUrl }: MessagingParts): Senders {
  const reportUrl = (id: string): string => baseUrl() + reportPath(livemode, id);
  return createSenders({
    texts: twilio === undefined ? undefined : createTwilioSender({ settings: twilio, reportUrl }),
    mail:
      mail === undefined
        ? undefined
        : createSmtpCarrier({ settings: mail, ...carrierLinks({ settings: mail, livemode, secretKey, baseUrl }) }),
  });
}
