/** A letter as plain text: the same words as its HTML, for readers and programs that show none. Pure. */
import { formatPhone } from "../kernel/phone.ts";
import { colonOf } from "../pages/page-formats.ts";
import { speak } from "../words/speak.ts";
import type { Letter, LetterLinks } from "./letter.ts";

/** The text of a letter, a blank line between its parts. */
export function letterText(letter: Letter, links: LetterLinks): string {
  const say = speak(letter.language, "letters");
  const { venue, facts, action } = letter;
  const colon = colonOf(letter.language);
  const phone = venue.phone === null ? null : formatPhone(venue.phone);
  const address = [venue.name, venue.address, phone].filter((part) => part !== null);
  return [
    letter.subject,
    letter.text.join("\n\n"),
    facts.map(({ label, value }) => `${label}${colon}${value}`).join("\n"),
    action === null ? "" : `${action.label}${colon.trimEnd()}\n${action.href}`,
    address.join("\n"),
    "--",
    ...(letter.isUnsubscribable ? [`${say("foot.unsubscribe")}${colon.trimEnd()}\n${links.unsubscribe}`] : []),
    `${say("foot.why", { venue: venue.name })}\n${say("foot.stop")}${colon.trimEnd()}\n${links.stop}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
