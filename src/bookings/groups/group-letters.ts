/** The letters about groups: the request to the restaurant, and the answer to the guest. Pure. */
import { formatPhone } from "../../kernel/phone.ts";
import type { Letter } from "../../mail/letter.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { formatClock, formatDate } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import type { GroupRequest } from "./group-request.ts";

/** What the restaurant reads, in the language of the location; an answer to the mail goes to the guest. */
export function requestLetter(group: GroupRequest, standUrl: string, { language, locale, venue }: LetterTerms): Letter {
  const say = speak(language, "groups", locale);
  const phone = group.guest_phone === null ? null : formatPhone(group.guest_phone);
  const contact = [phone, group.guest_email].filter((each) => each !== null).join(", ");
  return {
    language,
    subject: say("mail.subject", { count: group.party_size, date: formatDate(group.on_date, locale, "short") }),
    text: [...(group.words === null ? [] : [group.words]), say("mail.text")],
    facts: [
      { label: say("mail.who"), value: `${group.guest_first_name} ${group.guest_last_name}, ${contact}` },
      { label: say("field.date"), value: dayIn(locale, group.on_date) },
      { label: say("letter.time"), value: hoursOf(group, locale) },
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
  const { language, locale, venue, isUnsubscribable } = terms;
  const say = speak(language, "groups", locale);
  const isNo = group.status === "declined";
  return {
    language,
    subject: say(isNo ? "letter.no" : "letter.answer", { count: group.party_size }),
    text: [words ?? say(isNo ? "letter.no_text" : "letter.text")],
    facts: [
      { label: say("field.date"), value: dayIn(locale, group.on_date) },
      { label: say("letter.time"), value: hoursOf(group, locale) },
    ],
    action: null,
    venue,
    calendar: null,
    isUnsubscribable,
  };
}

function hoursOf({ from_time: from, until_time: until }: GroupRequest, locale: string): string {
  return `${formatClock(from, locale)}–${formatClock(until, locale)}`;
}

/** Weekday, day and month in letters, and the year. */
function dayIn(locale: string, date: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
