/** `/wait/{token}`: a party's position in line, and what the party can do. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import { formatTime } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { Say } from "../../words/message-arguments.ts";
import { speak, type Parts } from "../../words/speak.ts";
import type { FollowedEntry } from "../../waitlist/line/follow-entry.query.ts";
import type { WaitBand } from "../../waitlist/estimate/wait-band.ts";
import { isInLine } from "../../waitlist/entry/waitlist-entry.ts";
import { phoneLink } from "../../pages/phone-link.ts";

export interface WaitPageFacts {
  readonly followed: FollowedEntry;
  readonly token: string;
  readonly venue: Venue;
  /** Of the restaurant. */
  readonly phone: string | null;
  readonly problem: string | null;
  readonly reader: Reader;
}

export type SayLine = Say<Parts["line"]>;

/** How the pages of the waitlist speak to a reader. */
export function lineWords({ language, locale }: Reader): SayLine {
  return speak(language, "line", locale);
}

/** A wait in words: "15 to 30 minutes". */
export function bandWords({ min, max }: WaitBand, say: SayLine): string {
  if (max === 0) return say("band.none");
  if (min === max) return say("band.exact", { max });
  return min === 0 ? say("band.up_to", { max }) : say("band.range", { min, max });
}

/** The page; it follows the line by itself while the party stands in it. */
export function waitPage(facts: WaitPageFacts): ShownPage {
  const { followed, token, venue, phone, problem, reader } = facts;
  const say = lineWords(reader);
  const isLive = isInLine(followed.entry.status);
  const title = say(isLive ? "place.title" : "waitlist");
  return showPage({
    status: problem === null ? 200 : 409,
    title,
    reader,
    venue,
    modules: ["live", "forms"],
    ...(isLive ? { reloadSeconds: 20 } : {}),
    main: html`<h1>${title}</h1>
      ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
      <section id="wait" aria-label="${say("standing")}" ${isLive && html`data-live="/store/v1/waits/${token}/events"`}>
        ${standing(followed, reader)} ${isLive && actions(followed, token, say)}
      </section>
      ${phone !== null && html`<p class="soft">${fill(say("call", { phone: slots[0] }), phoneLink(phone))}</p>`}`,
  });
}

const tones = { seated: "good", cancelled: "", removed: "", expired: "warn" } as const;

function standing(followed: FollowedEntry, reader: Reader): Markup {
  const say = lineWords(reader);
  const { status, notified_at: notifiedAt } = followed.entry;
  if (status === "waiting") return waiting(followed, say);
  if (status === "notified") return called(followed, reader);
  // A party that was never called has lost no table: the service day ended.
  const why = status === "expired" && notifiedAt === null ? "closed" : status;
  return html`<div class="notice ${tones[status]}">
    <p data-say><b>${say(`ended.${why}.title`)}</b></p>
    <p>${say(`ended.${why}.text`)}</p>
  </div>`;
}

function waiting({ entry, position, inLine, band }: FollowedEntry, say: SayLine): Markup {
  const ahead = position - 1;
  const isFree = band?.max === 0;
  const wait = band === null || isFree ? null : bandWords(band, say);
  const said = [
    say("said", { position }),
    ...(isFree ? [`${say("free")}.`] : wait === null ? [] : [`${say("about", { wait })}.`]),
  ];
  return html`<div class="card wait">
    <p class="unseen" data-say>${said.join(" ")}</p>
    <p class="wait-place">
      <span class="wait-number">${position}</span> <span class="soft">${say("of", { count: inLine })}</span>
    </p>
    ${isFree && html`<p class="wait-band">${say("free")}</p>`}
    ${wait !== null && html`<p class="wait-band">${fill(say("about", { wait: slots[0] }), html`<b>${wait}</b>`)}</p>`}
    <p class="soft">
      ${ahead === 0 ? say("next") : say("ahead", { count: ahead })} ${say("table_for", { count: entry.party_size })}
      ${wait !== null && say("honest")}
    </p>
  </div>`;
}

function called({ entry, state }: FollowedEntry, reader: Reader): Markup {
  const say = lineWords(reader);
  const until = entry.notify_expires_at;
  return html`<div class="notice good">
    <p data-say>
      <b>${say("ready")}</b>
      ${until !== null && say("ready.until", { time: timeOf(until, state.location.timezone, reader) })}
    </p>
    <p class="soft">${say("ready.after")}</p>
  </div>`;
}

function timeOf(at: Instant, zone: string | null, { locale }: Reader): string {
  return formatTime(at, zone ?? "UTC", locale);
}

function actions({ entry }: FollowedEntry, token: string, say: SayLine): Markup {
  return html`${
      entry.on_my_way_at === null
        ? html`<form method="post" action="/wait/${token}/on_my_way">
            <p><button class="full">${say("coming")}</button></p>
          </form>`
        : html`<p class="notice good">${say("coming.known")}</p>`
    }
    <p><a class="button quiet full" href="/wait/${token}/leave">${say("leave")}</a></p>`;
}

/** The question before the entry is given up. */
export function leavePage({ token, venue, followed, reader }: Omit<WaitPageFacts, "phone" | "problem">): ShownPage {
  const say = lineWords(reader);
  return showPage({
    title: say("leave"),
    reader,
    venue,
    modules: ["forms"],
    main: html`<h1>${say("leave.title")}</h1>
      <p>${say("leave.text", { position: followed.position })}</p>
      <form method="post" action="/wait/${token}/leave">
        <p><button class="danger full">${say("leave")}</button></p>
      </form>
      <p><a class="button quiet full" href="/wait/${token}">${say("leave.keep")}</a></p>`,
  });
}
