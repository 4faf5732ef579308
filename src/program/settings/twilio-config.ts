/** The part of the configuration that is about Twilio: the account of each service, and what is wrong with it. */
import type { TwilioAccounts } from "../service-parts.ts";
import type { TwilioSettings } from "../../twilio/twilio-settings.ts";

type Read = (name: string) => string | null;

/** Reads the accounts; without one, messages of the service stay in the outbox. */
export function readTwilio(read: Read, { hasLive }: { readonly hasLive: boolean }, problems: string[]): TwilioAccounts {
  const test = readAccount(read, "", problems);
  const live = readAccount(read, "LIVE_", problems);
  if (live !== undefined && !hasLive)
    problems.push("LIVE_TWILIO_ACCOUNT_SID is set and there is no live service: set LIVE_DATABASE_URL too");
  return {
    ...(test === undefined ? {} : { test }),
    ...(live === undefined ? {} : { live }),
  };
}

function readAccount(read: Read, prefix: "" | "LIVE_", problems: string[]): TwilioSettings | undefined {
  const names = {
    sid: `${prefix}TWILIO_ACCOUNT_SID`,
    token: `${prefix}TWILIO_AUTH_TOKEN`,
    from: `${prefix}TWILIO_FROM`,
  };
  const [accountSid, authToken, from] = [read(names.sid), read(names.token), read(names.from)];
  if (accountSid === null && authToken === null && from === null) return undefined;
  if (accountSid === null || authToken === null || from === null) {
    problems.push(`${names.sid}, ${names.token} and ${names.from} belong together; set all three or none`);
    return undefined;
  }
  if (!/^AC[0-9a-fA-F]{32}$/.test(accountSid)) problems.push(`${names.sid} must be AC and 32 hex digits`);
  if (!/^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/.test(from))
    problems.push(`${names.from} must be a number like +33612345678 or a messaging service (MG…)`);
  return { accountSid, authToken, from };
}
