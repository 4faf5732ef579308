/** `/join/{locationId}`: joining the line from a QR code at the door. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { messagePage, showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import { counted } from "../../pages/page-formats.ts";
import type { WaitBand } from "../../waitlist/estimate/wait-band.ts";
import { bandWords } from "./wait-page.ts";

export interface JoinPageFacts {
  readonly path: string;
  readonly venue: Venue;
  readonly largest: number;
  readonly inLine: number;
  /** The wait by party size, where one can be told. */
  readonly waits: readonly { readonly label: string; readonly band: WaitBand }[];
  /** Whether guests get messages here. */
  readonly messages: boolean;
  readonly typed: { readonly party: string; readonly name: string; readonly phone: string };
  readonly mistake: { readonly field: "party" | "name" | "phone" | null; readonly text: string } | null;
}

/** The form. */
export function joinPage(facts: JoinPageFacts): ShownPage {
  const { path, venue, inLine, waits, mistake } = facts;
  return showPage({
    status: mistake === null ? 200 : 422,
    title: "Join the waitlist",
    venue,
    modules: ["forms"],
    main: html`<h1>Join the waitlist</h1>
      <div class="card">
        <p>${inLine === 0 ? "Nobody is in line now." : `${counted(inLine, "party is", "parties are")} in line now.`}</p>
        ${waits.length > 0 && waitList(waits)}
      </div>
      ${
        mistake !== null &&
        mistake.field === null &&
        html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${mistake.text}</p>`
      }
      <form method="post" action="${path}">
        ${sizes(facts)} ${nameField(facts)} ${phoneField(facts)}
        <p><button class="full">Join the line</button></p>
      </form>`,
  });
}

function waitList(waits: JoinPageFacts["waits"]): Markup {
  return html`<dl class="facts">
    ${waits.map(
      ({ label, band }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${bandWords(band)}</dd>
        </div>`,
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
    <label for="party">How many people?</label>
    <select id="party" name="party" ${marks(facts, "party")}>
      ${all.map((size) => html`<option value="${size}" ${size === typed.party && html`selected`}>${size}</option>`)}
    </select>
    ${mistakeOf(facts, "party")}
  </div>`;
}

function nameField(facts: JoinPageFacts): Markup {
  return html`<div class="field">
    <label for="name">Your name</label>
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
  const hint = facts.messages
    ? "We send you a link to your place and tell you when your table is ready. Without it, keep the next page open."
    : "So that the restaurant can call you. The next page shows your place in line.";
  return html`<div class="field">
    <label for="phone">Mobile number <span class="soft">(optional)</span></label>
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

/** No remote parties now. */
export function joinClosedPage(venue: Venue): ShownPage {
  return messagePage(
    200,
    "The waitlist is closed",
    "No parties are taken here at the moment. Ask at the door: they can still put you on the list.",
    { venue },
  );
}
