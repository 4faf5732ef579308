/**
 * The rules of a notification URL when it is saved (rules/webhooks 2.1). Guarantees: a saved URL can be requested, has no
 * credentials, and names no private address. The text is kept code point for code point, because it is part of the signed
 * string. This is the first of four checks: outgoing-http judges every resolved address, the one dialled and the one
 * connected to.
 */
import { invalidRequest, type FieldsRefusal } from "../../platform/http/reading/invalid-request.ts";
import { faultOfHost } from "../../platform/outgoing-http/public-host.ts";

export const longestNotificationUrl = 2048;

export interface NotificationUrlRules {
  /** Test with ALLOW_PRIVATE_WEBHOOKS on: http and private addresses are allowed. Never set in live. */
  readonly allowPrivate: boolean;
}

/** The notification URL as it is kept, by the rules of its service; `path` names the field that is refused with what to change. */
export function parseNotificationUrl(
  text: string,
  path: string,
  rules: NotificationUrlRules,
): string | FieldsRefusal<"invalid_request"> {
  const fault = faultOfText(text, rules) ?? faultOfUrl(text, rules);
  return fault === undefined ? text : invalidRequest([{ path, message: fault }]);
}

function faultOfText(text: string, { allowPrivate }: NotificationUrlRules): string | undefined {
  if (text.length > longestNotificationUrl) return `is longer than ${longestNotificationUrl} characters`;
  // URL parsers drop tabs and line breaks and turn backslashes into slashes: what is saved must be what is requested.
  if (/[\s\\\p{Cc}\p{Cs}]/u.test(text)) return "holds white space, a backslash or a control character";
  if (text.includes("#")) return "has a fragment; remove everything from # on";
  if (!/^https?:\/\//i.test(text)) return `does not begin with https://${allowPrivate ? " or http://" : ""}`;
  if (/^https?:\/\/(?:\/|$)/i.test(text)) return "names no host after //";
  if (/^https?:\/\/[^/?]*@/i.test(text)) return "carries credentials; remove what stands before @";
  return undefined;
}

function faultOfUrl(text: string, rules: NotificationUrlRules): string | undefined {
  const url = URL.parse(text);
  if (url === null) return "is not a well-formed address";
  if (url.protocol === "http:" && !rules.allowPrivate) return "must start with https://";
  if (url.port === "0") return "names port 0";
  return rules.allowPrivate ? undefined : faultOfHost(url.hostname);
}
