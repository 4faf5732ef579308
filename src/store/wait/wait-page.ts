/** `/wait/{token}`: where a party stands in line, and what it can do about it. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import { counted, formatTime } from "../../pages/page-formats.ts";
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
}

const language = "en-GB";

/** A wait in words: "15 to 30 minutes". */
export function bandWords({ min, max }: WaitBand): string {
  if (max === 0) return "no wait";
  return min === max ? `${max} minutes` : min === 0 ? `up to ${max} minutes` : `${min} to ${max} minutes`;
}

/** The page; it follows the line by itself while the party stands in it. */
export function waitPage(facts: WaitPageFacts): ShownPage {
  const { followed, token, venue, phone, problem } = facts;
  const isLive = isInLine(followed.entry.status);
  return showPage({
    status: problem === null ? 200 : 409,
    title: isLive ? "Your place in line" : "Waitlist",
    venue,
    modules: ["live", "forms"],
    ...(isLive ? { reloadSeconds: 20 } : {}),
    main: html`<h1>${isLive ? "Your here in line" : "Waitlist"}</h1>
      ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
      <section id="wait" aria-label="How it stands" ${isLive && html`data-live="/store/v1/waits/${token}/events"`}>
        ${standing(followed)} ${isLive && actions(followed, token)}
      </section>
      ${phone !== null && html`<p class="soft">Questions? Call the restaurant: ${phoneLink(phone)}.</p>`}`,
  });
}

function standing(followed: FollowedEntry): Markup {
  switch (followed.entry.status) {
    case "waiting":
      return waiting(followed);
    case "notified":
      return called(followed);
    case "seated":
      return ended("good", "You have your table", "Enjoy your meal.");
    case "cancelled":
      return ended("", "You left the line", "Your place was given up. You are welcome to join again.");
    case "removed":
      return ended(
        "",
        "You are no longer in line",
        "The restaurant took you off its list. Ask them if that is a mistake.",
      );
    case "expired":
      return ended(
        "warn",
        "Your place has lapsed",
        "Your table was kept for a while. Ask at the desk; they may still help.",
      );
  }
}

function waiting({ entry, position, inLine, band }: FollowedEntry): Markup {
  const ahead = position - 1;
  const wait = band === null ? null : bandWords(band);
  const said =
    `You are number ${position}.` +
    (wait === null ? "" : band?.max === 0 ? " A table should be free." : ` About ${wait}.`);
  return html`<div class="card wait">
    <p class="unseen" data-say>${said}</p>
    <p class="wait-place">
      <span class="wait-number">${position}</span> <span class="soft">of ${inLine} in line</span>
    </p>
    ${wait !== null && html`<p class="wait-band">${band?.max === 0 ? "A table should be free: ask at the desk" : html`About <b>${wait}</b>`}</p>`}
    <p class="soft">
      ${ahead === 0 ? "You are next." : `${counted(ahead, "party", "parties")} before you.`} Table for
      ${entry.party_size}. Four of five waits end within what is said here.
    </p>
  </div>`;
}

function called({ entry, state }: FollowedEntry): Markup {
  const until = entry.notify_expires_at;
  return html`<div class="notice good">
    <p data-say>
      <b>Your table is ready.</b> ${until !== null && `Please come by ${timeOf(until, state.location.timezone)}.`}
    </p>
    <p class="soft">After that it may go to the next party.</p>
  </div>`;
}

function timeOf(at: Instant, zone: string | null): string {
  return formatTime(at, zone ?? "UTC", language);
}

function ended(tone: "" | "good" | "warn", title: string, text: string): Markup {
  return html`<div class="notice ${tone}">
    <p data-say><b>${title}.</b></p>
    <p>${text}</p>
  </div>`;
}

function actions({ entry }: FollowedEntry, token: string): Markup {
  return html`${
      entry.on_my_way_at === null
        ? html`<form method="post" action="/wait/${token}/on_my_way">
            <p><button class="full">I’m on my way</button></p>
          </form>`
        : html`<p class="notice good">The restaurant knows that you are on your way.</p>`
    }
    <p><a class="button quiet full" href="/wait/${token}/leave">Leave the line</a></p>`;
}

/** The question before the entry is given up. */
export function leavePage({ token, venue, followed }: Pick<WaitPageFacts, "token" | "venue" | "followed">): ShownPage {
  return showPage({
    title: "Leave the line",
    venue,
    modules: ["forms"],
    main: html`<h1>Leave the line?</h1>
      <p>You are number ${followed.position}. If you leave, your place goes to the next party.</p>
      <form method="post" action="/wait/${token}/leave">
        <p><button class="danger full">Leave the line</button></p>
      </form>
      <p><a class="button quiet full" href="/wait/${token}">Keep my place</a></p>`,
  });
}
