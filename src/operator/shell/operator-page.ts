/** The frame of every page of the operator, and the parts that the pages share. Pure. */
import { keepTyped, typedBack } from "../../console/account/typed-back.ts";
import { sideMenu } from "../../console/shell/side-menu.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { html, type Markup, type Part } from "../../pages/html.ts";
import { showPage, type PageAnswer } from "../../pages/page.ts";
import { operatorMenu } from "./operator-menu.ts";
import type { OperatorVisit } from "./operator-visit.query.ts";

export interface OperatorContent {
  readonly title: string;
  readonly main: Markup;
  readonly status?: number;
}

/** A page with its menu; the head says whether it is test or live. */
export function operatorPage(at: OperatorVisit, { title, main, status = 200 }: OperatorContent): PageAnswer {
  return showPage({
    status,
    title: `${title} · Operator`,
    language: "en",
    modules: ["forms", keepTyped],
    frame: html`${head(at)} ${menu(at)}`,
    main: html`<h1>${title}</h1>
      ${typedBack({ caller: at.caller, language: "en" })} ${main}`,
  });
}

function head({ caller, livemode, call }: OperatorVisit): Markup {
  return html`<header class="console-head">
    <p class="console-place">
      Operator <span class="badge ${livemode ? "warn" : "good"}">${livemode ? "Live" : "Test"}</span>
    </p>
    ${!call.url.startsWith("/operator/find") && searchField()}
    <details class="console-drop">
      <summary><bdi>${caller.person.name}</bdi></summary>
      <div>
        <ul class="plain">
          <li><a href="/me">Your account</a></li>
        </ul>
        <form method="post" action="/sign-out">
          <button class="quiet full" type="submit">Sign out</button>
        </form>
      </div>
    </details>
  </header>`;
}

/** The field is on every page; the page of the search has its own. */
function searchField(): Markup {
  return html`<form class="operator-quick" method="post" action="/operator/find" role="search">
    <label class="unseen" for="quick">Find an order, booking, guest, app, key or location</label>
    <input
      id="quick"
      name="q"
      maxlength="254"
      placeholder="Id, code, phone, e-mail or name"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      required
    />
    <button class="quiet" type="submit">Find</button>
  </form>`;
}

function menu({ page }: OperatorVisit): Markup {
  return sideMenu(
    "Pages of the operator",
    operatorMenu.map(({ name, title, path }) => ({ path, title, isCurrent: name === page })),
  );
}

/** A moment to the second, as logs write it. */
export function utc(at: Instant): Markup {
  const iso = toIso(at);
  return html`<time datetime="${iso}"
    ><span class="operator-day">${iso.slice(0, 10)}</span> ${iso.slice(11, 19)} UTC</time
  >`;
}

const steps = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
] as const;

/** How long something lasts: "42 s", "3 min", "5 h", "2 d"; below a minute in seconds, with one digit below ten. */
export function lasts(seconds: number): string {
  const step = steps.find(([length]) => seconds >= length * 2);
  if (step !== undefined) return `${Math.floor(seconds / step[0])} ${step[1]}`;
  return `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;
}

/** A table that scrolls within its card where the screen is narrow. */
export function table(columns: readonly string[], rows: readonly (readonly Part[])[]): Markup {
  const label = columns.filter((column) => column !== "").join(", ");
  return html`<div
    class="table stacked-table operator-table"
    tabindex="0"
    role="group"
    aria-label="${label}"
    data-scrolls
  >
    <table>
      <thead>
        <tr>
          ${columns.map((column) => (column === "" ? html`<td></td>` : html`<th scope="col">${column}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => html`<td ${labelOf(columns[index])}>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The heading of the column, for rows that are lists on a narrow screen. */
function labelOf(column = ""): Markup | false {
  return column !== "" && html`data-label="${column}"`;
}
