/**
 * Verifies a Maple webhook delivery. Stands alone: copy this file into your project; it needs Node 22 or newer and
 * nothing else. Give it the raw bytes of the body, before any JSON parsing: a framework that parses and writes the JSON
 * again changes them. When a delivery does not verify, the message says why, as far as a receiver can know.
 *
 *     const result = verifyWebhook({ body, headers, secret, subscriptionId, notificationUrl });
 *     if (!result.ok) { response.writeHead(400).end(result.message); return; }
 *     const event = result.event;
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface Delivery {
  /** The bytes as they came over the wire. */
  readonly body: Uint8Array;
  /** Header names in any case; `request.headers` of node:http, or `Object.fromEntries(request.headers)` of fetch. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface Expected {
  /** The signing secret, `whsec_…`; after a rotation, the new and the old one. */
  readonly secret: string | readonly string[];
  /** The subscription's id, `dws_…`. */
  readonly subscriptionId: string;
  /** The subscription's notification_url, exactly as the API shows it; not the address your proxy rewrote it to. */
  readonly notificationUrl: string;
  /** How old a delivery may be; 300 when absent. */
  readonly toleranceSeconds?: number;
  /** Unix seconds; the present time when absent. */
  readonly now?: number;
}

export interface WebhookEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly location_id: string | null;
  readonly resource_id: string;
  readonly resource_type: string;
  readonly resource_href: string;
  readonly idempotency_key: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>> | null;
}

export type Mismatch =
  | "missing_headers"
  | "malformed_secret"
  | "old_timestamp"
  | "future_timestamp"
  | "altered_timestamp"
  | "wrong_secret"
  | "wrong_url"
  | "altered_body"
  | "not_json";

export type Verified =
  | { readonly ok: true; readonly event: WebhookEvent }
  | { readonly ok: false; readonly reason: Mismatch; readonly message: string };

const messages: Readonly<Record<Mismatch, string>> = {
  missing_headers:
    "X-Service-Signature or X-Service-Timestamp is missing or malformed: this is not a delivery, or a proxy drops its headers.",
  malformed_secret: "The secret must be the whole text that was shown at creation, whsec_ included.",
  old_timestamp: "The delivery is older than the tolerance: it is a replay of an old request, or your clock is ahead.",
  future_timestamp: "The delivery is from the future: your clock is behind.",
  altered_timestamp: "The time in X-Service-Signature and X-Service-Timestamp differ: a header was changed on the way.",
  wrong_secret:
    "No signature fits, by either method: the secret belongs to another subscription or was rotated, or the body was changed.",
  wrong_url:
    "The body and secret are right, the address is not: compare notificationUrl and subscriptionId with the subscription, character for character (a closing slash, a query, http for https).",
  altered_body:
    "The secret is right, the body is not: verify the raw bytes, before anything parses, re-encodes or trims them.",
  not_json: "The signature is right but the body is not JSON; report this to Maple.",
};

/** Checks one delivery; the event is present only when every check passes. */
export function verifyWebhook(input: Delivery & Expected): Verified {
  const signature = header(input, "x-service-signature");
  const timestamp = header(input, "x-service-timestamp");
  const signedAt = /^t=(\d{1,12}),/.exec(signature)?.[1];
  const given = [...signature.matchAll(/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/g)].map((match) => match[1] ?? "");
  if (signedAt === undefined || given.length === 0 || !/^\d{1,12}$/.test(timestamp)) return mismatch("missing_headers");
  const secrets = [input.secret].flat();
  if (secrets.length === 0 || secrets.some((secret) => !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret))) {
    return mismatch("malformed_secret");
  }
  if (signedAt !== timestamp) return mismatch("altered_timestamp");
  const signs = (secret: string, id: string, url: string, body: Uint8Array): boolean => {
    const expected = createHmac("sha256", secret).update(`${timestamp}.${id}.${url}.`).update(body).digest("hex");
    return given.some((each) => sameText(each, expected));
  };
  if (!secrets.some((secret) => signs(secret, input.subscriptionId, input.notificationUrl, input.body))) {
    return mismatch(
      explain(input, secrets, (secret, body) => signs(secret, input.subscriptionId, input.notificationUrl, body)),
    );
  }
  const age = (input.now ?? Math.floor(Date.now() / 1000)) - Number(timestamp);
  const tolerance = input.toleranceSeconds ?? 300;
  if (age > tolerance) return mismatch("old_timestamp");
  if (age < -tolerance) return mismatch("future_timestamp");
  return read(input.body);
}

/** Why nothing fits: the second signature leaves the address out, and common changes of the body can be undone. */
function explain(
  input: Delivery & Expected,
  secrets: readonly string[],
  signs: (secret: string, body: Uint8Array) => boolean,
): Mismatch {
  if (secrets.some((secret) => standardSignatureFits(input, secret, input.body))) return "wrong_url";
  for (const secret of secrets) {
    for (const body of likelyOriginals(input.body)) {
      if (signs(secret, body) || standardSignatureFits(input, secret, body)) return "altered_body";
    }
  }
  return "wrong_secret";
}

/** What the sender may have sent, if a framework wrote the JSON again. */
function likelyOriginals(body: Uint8Array): readonly Buffer[] {
  const text = Buffer.from(body).toString("utf8");
  const originals = [text.trim()];
  try {
    originals.push(JSON.stringify(JSON.parse(text)));
  } catch {
    // Not JSON any more: nothing to undo.
  }
  return originals.map((each) => Buffer.from(each));
}

/** The Standard Webhooks signature: HMAC of id, time and body, keyed with what the secret's base64 part holds. */
function standardSignatureFits(input: Delivery, secret: string, body: Uint8Array): boolean {
  const signed = `${header(input, "webhook-id")}.${header(input, "webhook-timestamp")}.`;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = `v1,${createHmac("sha256", key).update(signed).update(body).digest("base64")}`;
  return header(input, "webhook-signature")
    .split(" ")
    .some((each) => sameText(each, expected));
}

function read(body: Uint8Array): Verified {
  try {
    return { ok: true, event: JSON.parse(Buffer.from(body).toString("utf8")) as WebhookEvent };
  } catch {
    return mismatch("not_json");
  }
}

function mismatch(reason: Mismatch): Verified {
  return { ok: false, reason, message: messages[reason] };
}

function header(input: Delivery, name: string): string {
  const found = Object.entries(input.headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : (found?.[0] ?? "");
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
