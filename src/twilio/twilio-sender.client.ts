/**
 * Sends messages by Twilio, with its official SDK. Guarantees: every call ends within eight seconds, goes to Twilio's own
 * host only (or where the settings say), follows no redirect and uses no proxy of the process. The outcome says whether
 * Twilio may have taken the message. The SDK is loaded with the first message: it is large, and most processes never send
 * one.
 */
import type { TwilioSDKClient } from "./twilio-sdk.client.ts";
import { loadTwilio } from "./twilio-sdk.client.ts";
import type { TwilioSettings } from "./twilio-settings.ts";
import { outcomeOfError, outcomeOfFailure } from "./twilio-outcome.ts";
import type { MessageSender, OutgoingMessage, SendResult } from "../messaging/message/message-sender.ts";

export interface TwilioSenderOptions {
  readonly settings: TwilioSettings;
  /** Where Twilio reports what becomes of a message. */
  readonly reportUrl: (id: OutgoingMessage["id"]) => string;
}

/** Clocks differ, and Twilio counts whole seconds. */
const slackMs = 60_000;

/** Makes the sender; nothing is loaded or called yet. */
export function createTwilioSender({ settings, reportUrl }: TwilioSenderOptions): MessageSender {
  let loading: Promise<TwilioSDKClient> | undefined;
  const client = (): Promise<TwilioSDKClient> => (loading ??= loadTwilio(settings));
  const sender = settings.from.startsWith("MG") ? { messagingServiceSid: settings.from } : { from: settings.from };
  return {
    name: "twilio",
    async send({ id, phone, body }): Promise<SendResult> {
      const twilio = await client();
      try {
        const taken = await twilio.messages.create({ to: phone, body, ...sender, statusCallback: reportUrl(id) });
        return { kind: "accepted", providerId: taken.sid };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async find({ phone, body }, since) {
      const twilio = await client();
      const sent = await twilio.messages.list({ to: phone, dateSentAfter: new Date(since - slackMs), limit: 50 });
      return sent.find((message) => message.body === body)?.sid ?? null;
    },
  };
}

function outcomeOf(error: unknown): SendResult {
  if (error instanceof Error && "status" in error && typeof error.status === "number") {
    const code = "code" in error && typeof error.code === "number" ? error.code : undefined;
    return outcomeOfError(error.status, code, error.message);
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return outcomeOfFailure(code.slice(0, 100));
}
