/** A worker that does not store that an attempt begins: the proof must catch it. Sends until it is killed. */
import { setTimeout as sleep } from "node:timers/promises";
import { createSmtpCarrier } from "../../src/mail/smtp-carrier.client.ts";
import { outboxSender } from "../../src/messaging/message/message-sender.ts";
import { createMessageJob } from "../../src/messaging/send/send-messages.job.ts";
import { createWakeups } from "../../src/platform/jobs/wakeups.ts";
import { connectDatabase } from "../../src/platform/postgres/database.ts";

const database = connectDatabase({
  livemode: false,
  url: process.env["DATABASE_URL"] ?? "",
  poolSize: 4,
  applicationName: "maple-broken-worker",
  wakeups: createWakeups(),
  onIdleError: () => {},
});
const carrier = createSmtpCarrier({
  settings: {
    relay: { host: "127.0.0.1", port: Number(process.env["RELAY_PORT"]), secure: false, user: null, password: null },
    from: "tables@example.com",
    requiresTls: false,
    bounceDomain: null,
  },
  linksOf: () => ({ stop: "", unsubscribe: "" }),
  bounceAddressOf: () => "bounce@example.com",
});
const job = createMessageJob({
  database,
  senderOf: () => outboxSender,
  carrier: { carry: (letter) => carrier.carry(letter, async () => true) },
  onAttempt: () => {},
});
for (;;) if (!(await job.runOnce())) await sleep(50);
