/** The part of the configuration that is about e-mail: the relay of each service, and what is wrong with it. Pure. */
import type { OfSome } from "../kernel/of-each.ts";
import type { MailSettings } from "./mail-settings.ts";

type Read = (name: string) => string | null;

export type MailAccounts = OfSome<MailSettings>;

/** Reads the relays; without one, e-mail of the service stays in the outbox. */
export function readMail(read: Read, { hasLive }: { readonly hasLive: boolean }, problems: string[]): MailAccounts {
  const test = readRelay(read, "", problems);
  const live = readRelay(read, "LIVE_", problems);
  if (live !== undefined && !hasLive)
    problems.push("LIVE_SMTP_URL is set and there is no live service: set LIVE_DATABASE_URL too");
  return {
    ...(test === undefined ? {} : { test }),
    ...(live === undefined ? {} : { live }),
  };
}

function readRelay(read: Read, prefix: "" | "LIVE_", problems: string[]): MailSettings | undefined {
  const names = { url: `${prefix}SMTP_URL`, from: `${prefix}MAIL_FROM`, bounces: `${prefix}MAIL_BOUNCE_DOMAIN` };
  const [url, from, bounceDomain] = [read(names.url), read(names.from), read(names.bounces)];
  if (url === null && from === null && bounceDomain === null) return undefined;
  if (url === null || from === null) {
    problems.push(`${names.url} and ${names.from} belong together; set both or none`);
    return undefined;
  }
  const relay = parseRelay(url);
  if (relay === undefined)
    problems.push(`${names.url} must be an address of a relay, such as smtps://user:password@smtp.example.com:465`);
  if (!isPlainAddress(from))
    problems.push(`${names.from} must be an e-mail address alone, such as tables@example.com; it is "${from}"`);
  if (bounceDomain !== null && !isHost(bounceDomain))
    problems.push(`${names.bounces} must be the name of a host, such as bounces.example.com; it is "${bounceDomain}"`);
  return relay === undefined ? undefined : { relay, from, bounceDomain, requiresTls: prefix === "LIVE_" };
}

/** The parts of the address; undefined where it is none. Never said to anybody: it has a password. */
function parseRelay(text: string): MailSettings["relay"] | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "smtp:" && url.protocol !== "smtps:") || url.hostname === "") return undefined;
  const secure = url.protocol === "smtps:";
  const [user, password] = [decode(url.username), decode(url.password)];
  if (user === undefined || password === undefined) return undefined;
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    user: user === "" ? null : user,
    password: password === "" ? null : password,
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isPlainAddress(text: string): boolean {
  const [local = "", host = "", ...more] = text.split("@");
  return more.length === 0 && /^[\w.+-]{1,64}$/.test(local) && isHost(host);
}

function isHost(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => /^[a-z0-9-]{1,63}$/i.test(part));
}
