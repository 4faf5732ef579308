/** `/join/{locationId}`: joining the line from a QR code at the door. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import { formatTime } from "../../pages/page-formats.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import type { ChosenChannel } from "../../messaging/message/message-kinds.ts";
import { nearDayWords } from "../book/booking-when.ts";
import { toldByField } from "../shared/told-by.ts";
import type { WaitBand } from "../../waitlist/estimate/wait-band.ts";
import { speak } from "../../words/speak.ts";
import type { ClosedWays } from "./closed-ways.query.ts";
import { bandWords, lineWords } from "./wait-page.ts";

export interface JoinPageFacts {
  readonly path: string;
  readonly venue: Venue;
  readonly reader: Reader;
  readonly largest: number;
  readonly inLine: number;
  /** The wait by party size, where one can be told. */
  readonly waits: readonly { readonly size: number; readonly band: WaitBand }[];
  /** Whether guests get messages here. */
  readonly messages: boolean;
  readonly typed: {
    readonly party: string;
    readonly name: string;
    readonly phone: string;
    readonly told_by: ChosenChannel | null;
  };
  readonly mistake: { readonly field: "party" | "name" | "phone" | null; readonly text: string } | null;
}

/** The form. */
export function joinPage(facts: JoinPageFacts): ShownPage {
  const { path, venue, inLine, waits, mistake, reader } = facts;
  const say = lineWords(reader);
  return showPage({
    status: mistake === null ? 200 : 422,
    title: say("join.title"),
    reader,
    venue,
    modules: ["forms"],
    main: html`<h1>${say("join.title")}</h1>
      <div class="card">
        <p>${inLine === 0 ? say("join.empty") : say("join.count", { count: inLine })}</p>
        ${waits.length > 0 && waitList(facts)}
      </div>
      ${
        mistake !== null &&
        mistake.field === null &&
        html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${mistake.text}</p>`
      }
      <form method="post" action="${path}" novalidate data-in-place>
        ${sizes(facts)} ${nameField(facts)} ${phoneField(facts)}
        ${toldByField({ legend: say("tell"), choices: joinChoices(facts), chosen: facts.typed.told_by })}
        <p><button class="full">${say("join.submit")}</button></p>
      </form>`,
  });
}

function waitList({ waits, reader }: JoinPageFacts): Markup {
  const say = lineWords(reader);
  return html`<dl class="facts">
    ${waits.map(
      ({ size, band }) =>
        html`<dt>${say("join.wait_for", { count: size })}</dt>
          <dd>${bandWords(band, say)}</dd>`,
    )}
  </dl>`;
}

function mistakeOf({ mistake }: JoinPageFacts, field: "party" | "name" | "phone"): Markup | false {
  if (mistake === null || mistake.field !== field) return false;
  return html`<p class="mistake" id="${field}-mistake" role="alert">${mistake.text}</p>`;
}

function marks({ mistake }: JoinPageFacts, field: "party" | "name" | "phone", hint?: string): Markup | false {
  const described = [...(hint === undefined ? [] : [hint]), ...(mistake?.field === field ? [`${field}-mistake`] : [])];
  const invalid = mistake?.field === field && html`aria-invalid="true"`;
  return html`${described.length > 0 && html`aria-describedby="${described.join(" ")}"`} ${invalid}`;
}

function sizes(facts: JoinPageFacts): Markup {
  const { largest, typed } = facts;
  const all = Array.from({ length: Math.min(largest, 20) }, (_, index) => String(index + 1));
  return html`<div class="field">
    <label for="party">${lineWords(facts.reader)("join.party")}</label>
    <select id="party" name="party" ${marks(facts, "party")}>
      ${all.map((size) => html`<option value="${size}" ${size === typed.party && html`selected`}>${size}</option>`)}
    </select>
    ${mistakeOf(facts, "party")}
  </div>`;
}

function nameField(facts: JoinPageFacts): Markup {
  return html`<div class="field">
    <label for="name">${lineWords(facts.reader)("join.name")}</label>
    <input
      id="name"
      name="name"
      value="${facts.typed.name}"
      autocomplete="given-name"
      maxlength="100"
      required
      ${marks(facts, "name")}
    />
    ${mistakeOf(facts, "name")}
  </div>`;
}

function phoneField(facts: JoinPageFacts): Markup {
  const say = lineWords(facts.reader);
  const hint = say(facts.messages ? "join.phone.messages" : "join.phone.call");
  return html`<div class="field">
    <label for="phone">${say("join.phone")}</label>
    <p class="hint" id="phone-hint">${hint}</p>
    <input
      id="phone"
      name="phone"
      type="tel"
      value="${facts.typed.phone}"
      autocomplete="tel"
      maxlength="50"
      ${marks(facts, "phone", "phone-hint")}
    />
    ${mistakeOf(facts, "phone")}
  </div>`;
}

/** How a party in line can be told, in the sentences that are kept as consent; none where nobody writes to guests. */
export function joinChoices({
  messages,
  reader,
}: Pick<JoinPageFacts, "messages" | "reader">): readonly ChannelChoice[] {
  const say = lineWords(reader);
  if (!messages) return [];
  return (["sms", "page"] as const).map((channel) => ({ channel, sentence: say(`tell.${channel}`) }));
}

/** What the page of a closed line leads to. */
export interface ClosedLine {
  readonly venue: Venue;
  readonly phone: string | null;
  readonly ways: ClosedWays;
  readonly reader: Reader;
}

/** No remote parties now: says so, and what a guest can do instead. */
export function joinClosedPage({ venue, phone, ways, reader }: ClosedLine): ShownPage {
  const say = lineWords(reader);
  const { alertHref, bookHref, menuHref } = ways;
  const button = (href: string, label: string): Markup => html`<a class="button quiet" href="${href}">${label}</a>`;
  return showPage({
    title: say("closed.title"),
    venue,
    reader,
    main: html`<h1>${say("closed.title")}</h1>
      <p>${say("closed.text")}</p>
      ${timesToday(ways, reader)}
      <p class="row">
        ${alertHref !== null && button(alertHref, speak(reader.language, "alerts")("offer"))}
        ${bookHref !== null && button(bookHref, say("closed.book"))}
        ${menuHref !== null && button(menuHref, say("closed.menu"))}
      </p>
      ${phone !== null && html`<p>${fill(say("closed.call", { phone: slots[0] }), phoneLink(phone))}</p>`}`,
  });
}

/** Under "today" or "tonight" with its date (rules/languages 1.8), each time leads to the day's page, where the table is held. */
function timesToday({ today }: ClosedWays, reader: Reader): Markup | false {
  if (today === null || today.times.length === 0) return false;
  const { date, href, times, timeZone } = today;
  const days = Map.groupBy(times, (at) => nearDayWords({ at, timeZone, reader, serviceDate: date, today: date }));
  return html`<h2>${lineWords(reader)("closed.today")}</h2>
    ${[...days].map(
      ([day, each]) =>
        html`<h3>${day}</h3>
          <ul class="chips">
            ${each.map((at) => html`<li><a class="chip" href="${href}">${formatTime(at, timeZone, reader.locale)}</a></li>`)}
          </ul>`,
    )}`;
}
