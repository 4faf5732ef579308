/** The letter to a guest when a table has become free, in their language. Pure. */
import { localDate } from "../../kernel/wall-time.ts";
import type { Letter } from "../../mail/letter.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { formatDate, formatDay, formatTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import type { Hold } from "../book/hold.ts";

/** The letter that offers a table; `link` leads to the page on which it is taken. */
export function offerLetter(hold: Hold, link: string | null, terms: LetterTerms): Letter {
  const { language, locale, timeZone, venue, isUnsubscribable } = terms;
  const say = speak(language, "alerts", locale);
  const date = formatDay(hold.starts_at, timeZone, locale);
  const time = formatTime(hold.starts_at, timeZone, locale);
  const until = formatTime(hold.expires_at, timeZone, locale);
  return {
    language,
    subject: say("letter.subject", { date: formatDate(localDate(timeZone, hold.starts_at), locale, "short"), time }),
    text: [say("letter.text", { until })],
    facts: [
      { label: say("fact.when"), value: `${date}, ${time}` },
      { label: say("fact.party"), value: say("people", { count: hold.party_size }) },
      { label: say("fact.where"), value: hold.area_name },
    ],
    action: link === null ? null : { label: say("letter.do"), href: link },
    venue,
    calendar: null,
    isUnsubscribable,
  };
}
