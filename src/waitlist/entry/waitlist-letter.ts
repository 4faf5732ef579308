/** The words of an e-mail about a position in line, in the guest's language. Pure. */
import type { Letter } from "../../mail/letter.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { speak } from "../../words/speak.ts";

export interface JoinedParts {
  readonly position: number;
  /** In minutes. */
  readonly wait: { readonly min: number; readonly max: number };
  /** The party's page. */
  readonly link: string;
  readonly partySize: number;
}

/** The letter to a party that has joined the line. */
export function joinedLetter({ position, wait, link, partySize }: JoinedParts, terms: LetterTerms): Letter {
  const { language, locale, venue, isUnsubscribable } = terms;
  const say = speak(language, "letters", locale);
  return {
    language,
    subject: say("waitlist_joined.subject", { position: String(position) }),
    text: [waitText(wait, say)],
    facts: [{ label: say("fact.party"), value: say("fact.guests", { count: partySize }) }],
    action: { label: say("do.wait"), href: link },
    venue,
    calendar: null,
    isUnsubscribable,
  };
}

function waitText({ min, max }: JoinedParts["wait"], say: ReturnType<typeof speak<"letters">>): string {
  if (max === 0) return say("waitlist_joined.free");
  if (min === max) return say("waitlist_joined.about", { minutes: String(max) });
  return say("waitlist_joined.between", { min: String(min), max: String(max) });
}

/** What a party is told whose place was given up; sent as a text. */
export function expiredLetter(terms: LetterTerms): Letter {
  const say = speak(terms.language, "letters", terms.locale);
  return {
    language: terms.language,
    subject: say("waitlist_expired.subject"),
    text: [say("waitlist_expired.text")],
    facts: [],
    action: null,
    venue: terms.venue,
    calendar: null,
    isUnsubscribable: terms.isUnsubscribable,
  };
}
