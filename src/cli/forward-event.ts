/** Verifies an event from the stream, and posts it to the developer's own program in the form of a delivery. */
import { timingSafeEqual } from "node:crypto";
import { signDelivery, type SignatureHeaders } from "../webhooks/subscriptions/signature.ts";
import type { HeardLine } from "./event-lines.ts";
import { isObject } from "./print-answer.ts";

export interface Hearing {
  readonly signingSecret: string;
  readonly subscriptionId: string;
  readonly notificationUrl: string;
}

export interface HeardEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly heardAs: string;
  readonly replayed: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const toleranceSeconds = 300;

/** Reads a line about an event; undefined when it is none. */
export function readHeardEvent(line: HeardLine): HeardEvent | undefined {
  const { event_id: eventId, event_type: eventType, heard_as: heardAs, replayed, headers, body } = line;
  if (typeof eventId !== "string" || typeof eventType !== "string" || typeof body !== "string") return undefined;
  if (!isObject(headers) || typeof heardAs !== "string") return undefined;
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { eventId, eventType, heardAs, replayed: replayed === true, headers: Object.fromEntries(texts), body };
}

/** What is wrong with the signature, by the very function that signs; undefined when it is right. */
export function signatureFault(event: HeardEvent, hearing: Hearing, nowSeconds: number): string | undefined {
  const timestamp = Number(event.headers["x-service-timestamp"]);
  if (!Number.isInteger(timestamp)) return "it has no timestamp";
  const expected = headersFor(event, hearing, timestamp);
  const same = (name: "x-service-signature" | "webhook-signature"): boolean => {
    const [left, right] = [Buffer.from(event.headers[name] ?? ""), Buffer.from(expected[name])];
    return left.length === right.length && timingSafeEqual(left, right);
  };
  if (!same("x-service-signature") || !same("webhook-signature")) return "its signature is not of this listener";
  const age = Math.abs(nowSeconds - timestamp);
  return age > toleranceSeconds ? `its timestamp is ${age} s off: is this machine's clock right?` : undefined;
}

/** A verified event as it is signed so many seconds after it was signed first. */
export function signedAnew(event: HeardEvent, hearing: Hearing, seconds: number): HeardEvent {
  const timestamp = Number(event.headers["x-service-timestamp"]) + seconds;
  return { ...event, headers: { ...event.headers, ...headersFor(event, hearing, timestamp) } };
}

function headersFor(event: HeardEvent, hearing: Hearing, timestamp: number): SignatureHeaders {
  const { subscriptionId, notificationUrl } = hearing;
  const body = Buffer.from(event.body);
  return signDelivery([hearing.signingSecret], {
    eventId: event.eventId,
    subscriptionId,
    notificationUrl,
    timestamp,
    body,
  });
}

export interface Forwarded {
  readonly ok: boolean;
  /** "200 in 12 ms", or why there was no answer. */
  readonly outcome: string;
}

/** Posts the event within the time that a delivery has; never throws. */
export async function forwardEvent(event: HeardEvent, url: string, interrupted: AbortSignal): Promise<Forwarded> {
  const began = performance.now();
  const took = (): string => `in ${Math.round(performance.now() - began)} ms`;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: event.headers,
      body: event.body,
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(10_000), interrupted]),
    });
    await response.body?.cancel();
    return { ok: response.status >= 200 && response.status <= 299, outcome: `${response.status} ${took()}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? ("code" in cause && String(cause.code)) || cause.message : String(cause);
    return { ok: false, outcome: `no answer: ${reason} ${took()}` };
  }
}
