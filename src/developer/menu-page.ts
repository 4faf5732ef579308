/** A dry run of a menu: the changes that a document would make. Pure. */
import type { Id } from "../kernel/id.ts";
import type { MenuChange, MenuSync } from "../menus/read/menu-sync.ts";
import { html, type Markup } from "../pages/html.ts";
import type { PageAnswer } from "../pages/page.ts";
import { card, developerPage, notice } from "./developer-page.ts";
import type { DeveloperVisit, DeveloperWords } from "./developer-visit.query.ts";

export interface MenuTried {
  readonly locations: readonly { readonly id: Id<"str">; readonly name: string }[];
  readonly chosen?: string;
  readonly sync?: MenuSync;
  /** How long the document is that was compared. */
  readonly bytes?: number;
  /** One line for each mistake. */
  readonly problem?: string;
}

/** A page lists so many changes; the call lists them all. */
const mostShown = 500;

/** The form, and what came of it. */
export function menuPage(at: DeveloperVisit, tried: MenuTried): PageAnswer {
  const { say, path, mayAct } = at;
  const { locations, sync, problem } = tried;
  return developerPage(at, "menu", {
    title: say("nav.menu"),
    status: problem === undefined ? 200 : 422,
    main: html`<p>${say("menu.text")}</p>
      ${
        problem !== undefined &&
        notice(
          "bad",
          html`<p>${say("menu.wrong")}</p>
            <pre tabindex="0">${problem}</pre>`,
        )
      }
      ${sync !== undefined && card(say("menu.result"), html`${comparedOf(at, tried)} ${changesOf(say, sync)}`)}
      ${locations.length === 0 && html`<p>${say("sandbox.none")}</p>`}
      ${
        mayAct &&
        locations.length > 0 &&
        html`<form class="card" method="post" action="${path}/menu" enctype="multipart/form-data">
          <div class="field">
            <label for="location">${say("menu.location")}</label>
            <select id="location" name="location">
              ${locations.map(({ id, name }) => html`<option value="${id}" ${tried.chosen === id && html`selected`}>${name}</option>`)}
            </select>
          </div>
          <div class="field">
            <label for="document">${say("menu.document")}</label>
            <input id="document" name="document" type="file" accept="application/json,.json" required />
          </div>
          <button type="submit">${say("menu.submit")}</button>
        </form>`
      }`,
  });
}

/** With what the document was compared: its name is never sent on, so its length tells it. */
function comparedOf({ say, visitor }: DeveloperVisit, { locations, chosen = "", bytes = 0 }: MenuTried): Markup {
  const bytesOf = new Intl.NumberFormat(visitor.language, { style: "unit", unit: "byte", unitDisplay: "long" });
  const location = locations.find(({ id }) => id === chosen)?.name ?? chosen;
  return html`<p>${say("menu.compared", { size: bytesOf.format(bytes), location })}</p>`;
}

function changesOf(say: DeveloperWords, { status, no_op: isSame, changes }: MenuSync): Markup {
  if (status === "pending") return html`<p>${say("menu.large")}</p>`;
  if (isSame || changes === null) return html`<p>${say("menu.same")}</p>`;
  const { created, updated, removed, unchanged, detail = [] } = changes;
  if (created + updated + removed === 0) return html`<p>${say("menu.same")}</p>`;
  const counts = { created: String(created), updated: String(updated), removed: String(removed) };
  return html`<p>${say("menu.counts", { ...counts, unchanged: String(unchanged) })}</p>
    <ul class="rows app-list">
      ${detail.slice(0, mostShown).map((change) => changePart(say, change))}
    </ul>`;
}

const badges = { created: "good", updated: "warn", removed: "bad" } as const;

function changePart(say: DeveloperWords, { kind, external_id: id, change, fields }: MenuChange): Markup {
  return html`<li>
    <p>
      <span class="badge ${badges[change]}">${say(`menu.${change}`)}</span> ${kind} <code>${id ?? ""}</code>
      ${fields.length > 0 && html`<span class="soft small">${fields.join(", ")}</span>`}
    </p>
  </li>`;
}
