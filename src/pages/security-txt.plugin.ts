/** `/.well-known/security.txt` (RFC 9116): the contact for people who found a weakness. Served where SECURITY_CONTACT is set. */
import type { FastifyInstance } from "fastify";
import type { Instant } from "../kernel/clock.ts";

export interface SecurityTextOptions {
  /** Addresses that begin with `mailto:` or `https:`, best first. */
  readonly contacts: readonly string[];
  /** Where the service is reached, without a slash at the end; asked at every request. */
  readonly baseUrl: () => string;
  /** The database's time; asked at every request. */
  readonly now: () => Instant;
}

/** The text is to be read again after half a year at the latest. */
const goodForMs = 182 * 24 * 3_600_000;
const dayMs = 24 * 3_600_000;
const path = "/.well-known/security.txt";

/** Adds the text; nothing without a contact. */
export function securityTextPlugin({ contacts, baseUrl, now }: SecurityTextOptions): (server: FastifyInstance) => void {
  return (server) => {
    if (contacts.length === 0) return;
    server.get(
      path,
      { config: { callClass: 3, needsNoSlot: true, label: `GET ${path}` } },
      async (_request, answer) => {
        // The same text all day.
        const expires = new Date(Math.floor(now() / dayMs) * dayMs + goodForMs).toISOString();
        const lines = [
          ...contacts.map((contact) => `Contact: ${contact}`),
          `Expires: ${expires}`,
          "Preferred-Languages: en",
          `Canonical: ${baseUrl()}${path}`,
        ];
        return answer
          .headers({ "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" })
          .send(`${lines.join("\n")}\n`);
      },
    );
  };
}

/** Reads the contacts, with commas between; what is no address is a problem. */
export function readSecurityContacts(text: string | null, problems: string[]): readonly string[] {
  const contacts = text === null ? [] : text.split(",").map((part) => part.trim());
  const isContact = (contact: string): boolean => {
    const url = /^[\x21-\x7e]{1,500}$/.test(contact) ? URL.parse(contact) : null;
    return url?.protocol === "https:" || (url?.protocol === "mailto:" && url.pathname.includes("@"));
  };
  if (contacts.length <= 5 && contacts.every(isContact)) return contacts;
  problems.push(
    "SECURITY_CONTACT must be one to five addresses that begin with mailto: or https://, with commas between",
  );
  return [];
}
