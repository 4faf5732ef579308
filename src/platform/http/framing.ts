/**
 * Checks the head of a request before anything else (rules/http 4.13). Pure. A proxy and this service must never
 * understand one request differently. The head therefore has one Host, no unknown coding and no character set but UTF-8,
 * and its address and headers are bounded.
 */
import { done, firstRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";

/** The head of a request as it came. */
export interface RequestHead {
  /** The address with its query. */
  readonly url: string;
  /** `1.0` or `1.1`. */
  readonly httpVersion: string;
  /** Names and values in turns, repetitions included. */
  readonly rawHeaders: readonly string[];
}

export const largestAddress = 8 * 1024;
export const largestHeaders = 16 * 1024;
export const mostHeaders = 100;

/** Refuses a head that breaks a rule. */
export function checkFraming({ url, httpVersion, rawHeaders }: RequestHead): Done | Refusal {
  if (url.length > largestAddress) return addressTooLong;
  if (rawHeaders.length > 2 * mostHeaders) return headersTooLarge;
  let hosts = 0;
  let bytes = 0;
  let coding: Done | Refusal = done;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const value = rawHeaders[at + 1] ?? "";
    bytes += name.length + value.length + 4;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
    else if (name.length === 12 && name.toLowerCase() === "content-type")
      coding = firstRefusal(coding, checkCharset(value));
    else if (name.length === 16 && name.toLowerCase() === "content-encoding")
      coding = firstRefusal(coding, checkEncoding(value));
  }
  if (bytes > largestHeaders) return headersTooLarge;
  if (hosts > 1) return refuse("invalid_request", "header.host must be there once, and it is there several times");
  // HTTP/1.0 knows no Host, and health checks of proxies are sent so.
  if (hosts === 0 && httpVersion !== "1.0") return refuse("invalid_request", "header.host is required");
  return coding;
}

export const addressTooLong = refuse(
  "address_too_long",
  `the address has more than ${largestAddress} characters; send fewer or shorter query fields`,
);

export const headersTooLarge = refuse(
  "headers_too_large",
  `the headers have more than ${largestHeaders} bytes, or there are more than ${mostHeaders} of them`,
);

function checkEncoding(value: string): Done | Refusal {
  if (value.length < 20 && value.trim().toLowerCase() === "identity") return done;
  return refuse(
    "unsupported_media_type",
    "header.content-encoding must be absent or identity: bodies are sent as they are",
  );
}

/** Of `application/json; charset=latin1`; a parameter that is no charset is nothing to us. */
function checkCharset(value: string): Done | Refusal {
  for (const parameter of value.split(";").slice(1)) {
    const [name, charset = ""] = parameter.split("=", 2).map((text) => text.trim().toLowerCase());
    if (name !== "charset" || /^"?utf-?8"?$/.test(charset)) continue;
    return refuse("unsupported_media_type", "header.content-type must name no charset but utf-8");
  }
  return done;
}

/** A caller's own name for a request, when it may stand in our log: 1 to 128 letters, digits, `.`, `_`, `-`. */
export function loggableRequestId(sent: unknown): string | undefined {
  return typeof sent === "string" && /^[\w.-]{1,128}$/.test(sent) ? sent : undefined;
}
