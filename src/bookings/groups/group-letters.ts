/** The letters about groups: the request to the restaurant, and the answer to the guest. Pure. */
import type { Letter } from "../../mail/letter.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { speak } from "../../words/speak.ts";
import type { GroupRequest } from "./group-request.ts";

/** What the restaurant reads, in the language of the location; an answer to the mail goes to the guest. */
export function requestLetter(group: GroupRequest, standUrl: string, { language, venue }: LetterTerms): Letter {
  const say = speak(language, "groups");
  const date = dayIn(language, group.on_date);
  const contact = [group.guest_phone, group.guest_email].filter((each) => each !== null).join(", ");
  return {
    language,
    subject: say("mail.subject", { count: group.party_size, date }),
    text: [...(group.words === null ? [] : [group.words]), say("mail.text")],
    facts: [
      { label: say("mail.who"), value: `${group.guest_first_name} ${group.guest_last_name}, ${contact}` },
      { label: say("field.date"), value: date },
      { label: say("letter.time"), value: `${group.from_time}–${group.until_time}` },
      { label: say("field.size"), value: String(group.party_size) },
    ],
    action: { label: say("mail.do"), href: standUrl },
    venue: { ...venue, email: group.guest_email ?? venue.email },
    calendar: null,
    isUnsubscribable: false,
  };
}

/** What the guest reads: the answer, and what it is an answer to. */
export function answerLetter(group: GroupRequest, words: string | null, terms: LetterTerms): Letter {
  const { language, venue, isUnsubscribable } = terms;
  const say = speak(language, "groups");
  const isNo = group.status === "declined";
  return {
    language,
    subject: say(isNo ? "letter.no" : "letter.answer", { count: group.party_size }),
    text: [words ?? say(isNo ? "letter.no_text" : "letter.text")],
    facts: [
      { label: say("field.date"), value: dayIn(language, group.on_date) },
      { label: say("letter.time"), value: `${group.from_time}–${group.until_time}` },
    ],
    action: null,
    venue,
    calendar: null,
    isUnsubscribable,
  };
}

/** Weekday, day and month in letters, and the year. */
function dayIn(language: string, date: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
