/** The addresses that Twilio calls: each names the service that wrote the message. Pure. */
import { environmentWord } from "../kernel/environment.ts";

export const statusPath = "/messaging/twilio/:service/status/:messageId";
export const inboundPath = "/messaging/twilio/:service/inbound";

/** Where Twilio reports what becomes of a message. */
export function reportPath(livemode: boolean, id: string): string {
  return `/messaging/twilio/${environmentWord(livemode)}/status/${id}`;
}

/** Whether an address names the service that takes real money, or the one that does not. */
export function isNamed(livemode: boolean, service: string): boolean {
  return environmentWord(livemode) === service;
}
