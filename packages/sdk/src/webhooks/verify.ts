/**
 * Verifies a delivery on its raw bytes with WebCrypto (rules/webhooks 5.1 to 5.4): HMAC-SHA256 over time, subscription,
 * address and body, compared in constant time, and no older than the tolerance. When a delivery does not verify, the
 * error says why, as far as a receiver can know.
 */
import { toReceivedEvent, type ReceivedEvent } from "./events.ts";
import { messages, WebhookVerificationError, type VerificationReason } from "./verification-error.ts";

export { isWebhookVerificationError, WebhookVerificationError, type VerificationReason } from "./verification-error.ts";

export interface ReceivedDelivery {
  /** The bytes as they came over the wire, before anything parses them; a text is taken as UTF-8. */
  readonly body: Uint8Array | ArrayBuffer | string;
  /** `request.headers` of node:http, or the Headers of a fetch handler, also those of another library. */
  readonly headers: GivenHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The signing secret, `whsec_…`; after a rotation, the new and the old one. */
  readonly secret: string | readonly string[];
  /** The subscription's id, `dws_…`. */
  readonly subscriptionId: string;
  /** The subscription's notification_url, exactly as the API shows it; not the address your proxy rewrote it to. */
  readonly notificationUrl: string;
  /** How old a delivery may be, in seconds; 300 when absent. */
  readonly toleranceSeconds?: number;
  /** Unix seconds; the present time when absent. */
  readonly now?: number;
}

/** What every kind of Headers has: undici, frameworks and test environments bring classes of their own. */
interface GivenHeaders {
  get(name: string): string | null;
}

/** The event of a delivery that passes every check; throws WebhookVerificationError with the reason otherwise. */
export async function verify(delivery: ReceivedDelivery): Promise<ReceivedEvent> {
  const body = bytesOf(delivery.body);
  const signature = header(delivery, "x-service-signature");
  const timestamp = header(delivery, "x-service-timestamp");
  const signedAt = /^t=(\d{1,12}),/.exec(signature)?.[1];
  const given = [...signature.matchAll(/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/g)].map((match) => match[1] ?? "");
  if (signedAt === undefined || given.length === 0 || !/^\d{1,12}$/.test(timestamp)) throw fault("missing_headers");
  const secrets = [delivery.secret].flat();
  if (secrets.length === 0 || secrets.some((secret) => !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret))) {
    throw fault("malformed_secret");
  }
  if (signedAt !== timestamp) throw fault("altered_timestamp");
  const prefix = `${timestamp}.${delivery.subscriptionId}.${delivery.notificationUrl}.`;
  const fits = async (secret: string, each: Uint8Array): Promise<boolean> => {
    const expected = hex(await hmac(encode(secret), encode(prefix), each));
    return given.some((one) => sameText(one, expected));
  };
  if (!(await some(secrets, (secret) => fits(secret, body)))) throw fault(await explain(delivery, secrets, body, fits));
  const age = (delivery.now ?? Math.floor(Date.now() / 1000)) - Number(timestamp);
  const tolerance = delivery.toleranceSeconds ?? 300;
  if (age > tolerance) throw fault("old_timestamp");
  if (age < -tolerance) throw fault("future_timestamp");
  return readEvent(body);
}

/** Why nothing fits: the second signature leaves the address out, and common changes of a body can be undone. */
async function explain(
  delivery: ReceivedDelivery,
  secrets: readonly string[],
  body: Uint8Array,
  fits: (secret: string, body: Uint8Array) => Promise<boolean>,
): Promise<VerificationReason> {
  if (await some(secrets, (secret) => standardFits(delivery, secret, body))) return "wrong_url";
  for (const original of likelyOriginals(body)) {
    const either = async (secret: string): Promise<boolean> =>
      (await fits(secret, original)) || (await standardFits(delivery, secret, original));
    if (await some(secrets, either)) return "altered_body";
  }
  return "wrong_secret";
}

/** What the sender may have sent, if a framework wrote the JSON again. */
function likelyOriginals(body: Uint8Array): readonly Uint8Array[] {
  const text = new TextDecoder().decode(body);
  const originals = [text.trim()];
  try {
    originals.push(JSON.stringify(JSON.parse(text)));
  } catch {
    // Not JSON any more: nothing to undo.
  }
  return originals.map(encode);
}

/** The Standard Webhooks signature: HMAC of id, time and body, keyed with what the secret's base64 part holds. */
async function standardFits(delivery: ReceivedDelivery, secret: string, body: Uint8Array): Promise<boolean> {
  const signed = `${header(delivery, "webhook-id")}.${header(delivery, "webhook-timestamp")}.`;
  const key = fromBase64(secret.slice("whsec_".length));
  if (key === undefined) return false;
  const expected = `v1,${toBase64(await hmac(key, encode(signed), body))}`;
  return header(delivery, "webhook-signature")
    .split(" ")
    .some((each) => sameText(each, expected));
}

function readEvent(body: Uint8Array): ReceivedEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (typeof event === "object" && event !== null) return toReceivedEvent(event);
  } catch {
    // Told below.
  }
  throw fault("not_json");
}

async function hmac(key: Uint8Array<ArrayBuffer>, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, whole));
}

async function some<Each>(list: readonly Each[], test: (each: Each) => Promise<boolean>): Promise<boolean> {
  for (const each of list) if (await test(each)) return true;
  return false;
}

function header({ headers }: ReceivedDelivery, name: string): string {
  if (isGivenHeaders(headers)) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : (found?.[0] ?? "");
}

function isGivenHeaders(headers: ReceivedDelivery["headers"]): headers is GivenHeaders {
  return typeof headers["get"] === "function";
}

function bytesOf(body: ReceivedDelivery["body"]): Uint8Array {
  if (typeof body === "string") return encode(body);
  return body instanceof ArrayBuffer ? new Uint8Array(body) : body;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Takes the same time wherever the texts differ. */
function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let place = 0; place < a.length; place++) difference |= a.charCodeAt(place) ^ b.charCodeAt(place);
  return difference === 0;
}

function fault(reason: VerificationReason): WebhookVerificationError {
  return new WebhookVerificationError(reason, messages[reason]);
}
