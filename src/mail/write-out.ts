/**
 * Writes a letter as the bytes of an e-mail (RFC 5322): text and HTML of the same words, and a calendar file where there
 * is one. The e-mail loads nothing, and nothing in it reports whether it was read.
 */
import MailComposer from "nodemailer/lib/mail-composer";
import type { OutgoingLetter } from "./carrier.ts";
import type { LetterLinks } from "./letter.ts";
import { letterHtml } from "./letter-html.ts";
import { letterText } from "./letter-text.ts";

export interface WrittenLetter {
  readonly raw: Buffer;
}

/** Writes a letter out. Its Message-ID is made of the message's id, so that the same message is always the same e-mail. */
export async function writeOut(
  { id, email, letter }: OutgoingLetter,
  from: string,
  links: LetterLinks,
): Promise<WrittenLetter> {
  const { venue, calendar } = letter;
  const host = from.slice(from.lastIndexOf("@") + 1);
  const unsubscribes = letter.isUnsubscribable
    ? { "List-Unsubscribe": `<${links.unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : {};
  const composer = new MailComposer({
    from: { name: venue.name, address: from },
    to: email,
    ...(venue.email === null ? {} : { replyTo: { name: venue.name, address: venue.email } }),
    subject: letter.subject,
    messageId: `<${id}@${host}>`,
    text: letterText(letter, links),
    html: letterHtml(letter, links),
    headers: { ...unsubscribes, "Auto-Submitted": "auto-generated", "Content-Language": letter.language },
    attachments:
      calendar === null
        ? []
        : [
            {
              filename: "calendar.ics",
              content: organized(calendar.text, from),
              contentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
            },
          ],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { raw: await composer.compile().build() };
}

/** Whoever publishes an entry is named in it (RFC 5546). */
function organized(calendar: string, from: string): string {
  return calendar.replace("\r\nDTSTAMP:", `\r\nORGANIZER:mailto:${from}\r\nDTSTAMP:`);
}
