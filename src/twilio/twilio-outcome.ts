/** Judges Twilio's answers and reports. Pure. */
import type { MessageStatus } from "../messaging/message/message.ts";
import type { SendResult } from "../messaging/message/message-sender.ts";

/** The recipient answered STOP to this number before. */
const optedOutCode = 21_610;

/** An answer that is no success, by its status and Twilio's own error code. */
export function outcomeOfError(status: number, code: number | undefined, message: string): SendResult {
  const error = code === undefined ? `HTTP ${status}` : `${code} ${message}`.slice(0, 200);
  if (code === optedOutCode) return { kind: "refused", error, optedOut: true };
  if (status >= 500 || status === 408) return { kind: "unknown", error };
  // Wrong credentials and too many requests pass, once somebody has seen to them.
  if (status === 401 || status === 403 || status === 429) return { kind: "busy", error };
  return { kind: "refused", error, optedOut: false };
}

/** A request that never had an answer, by the code of its failure. */
export function outcomeOfFailure(code: string): SendResult {
  const neverLeft = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"].includes(code);
  return { kind: neverLeft ? "busy" : "unknown", error: `no answer: ${code}` };
}

/** The status that a report stands for; undefined when it says nothing new. */
export function statusOfReport(reported: string): MessageStatus | undefined {
  switch (reported) {
    case "sent":
      return "sent";
    case "delivered":
    case "read":
      return "delivered";
    case "undelivered":
      return "undelivered";
    case "failed":
    case "canceled":
      return "failed";
    default:
      return undefined;
  }
}
