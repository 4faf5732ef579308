/** The addresses that belong to one e-mail: the links at its foot, and the address for its bounce. Pure. */
import type { Id } from "../kernel/id.ts";
import type { LetterLinks } from "./letter.ts";
import { marked, markKey } from "./mail-mark.ts";
import type { MailSettings } from "./mail-settings.ts";

export interface LinkParts {
  readonly livemode: boolean;
  readonly secretKey: Buffer;
  /** What guests reach us by, without a slash at the end. */
  readonly baseUrl: () => string;
}

/** The links at the foot of a message. */
export function letterLinks({ livemode, secretKey, baseUrl }: LinkParts, id: Id<"msg">): LetterLinks {
  const word = marked(markKey(secretKey, livemode), "stop", id);
  return { stop: `${baseUrl()}/mail/${word}`, unsubscribe: `${baseUrl()}/mail/${word}/reminders` };
}

/** What the carrier writes into a message and around it. */
export function carrierLinks(parts: LinkParts & { readonly settings: MailSettings }) {
  const { settings, livemode, secretKey } = parts;
  return {
    linksOf: (id: Id<"msg">): LetterLinks => letterLinks(parts, id),
    bounceAddressOf: (id: Id<"msg">): string =>
      settings.bounceDomain === null
        ? settings.from
        : `bounce+${marked(markKey(secretKey, livemode), "bounce", id)}@${settings.bounceDomain}`,
  };
}
