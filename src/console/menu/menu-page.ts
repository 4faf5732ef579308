/** The HTML of the page of a location's menu. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import type { MenuVersion } from "../../menus/publish/menu-versions.sql.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatDayTime, formatMoney } from "../../pages/page-formats.ts";
import type { PageAnswer } from "../../pages/page.ts";
import type { StockRow } from "../../stock/stock.sql.ts";
import { speak } from "../../words/speak.ts";
import { card, noticeOf } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import { dishPath, newDishPath } from "./dish-paths.ts";
import { sectionsOf } from "./dish-parts.ts";
import { partsCard } from "./parts-card.ts";
import { photoForms } from "./photo-forms.ts";
import { writeCard, type TypedMenu } from "./write-card.ts";

/** What was wrong with the last form. */
export interface MenuNews {
  readonly problem?: string;
  readonly photoMistake?: { readonly itemId: string; readonly text: string };
  readonly uploadMistake?: string;
  /** What is wrong with the document that was chosen. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  /** What was typed, where that is no menu. */
  readonly typed?: TypedMenu;
}

export interface ShownMenu extends MenuNews {
  readonly stock: readonly StockRow[];
  /** Addresses by item. */
  readonly photos: ReadonlyMap<string, string>;
  /** Newest first. */
  readonly versions: readonly MenuVersion[];
  readonly search: string;
  /** The live menu; undefined where there is none, or one that is too long to be changed dish by dish. */
  readonly live: MenuDocument | undefined;
  /** Whether its people may change the menu part by part. */
  readonly isChangeable: boolean;
  /** The menu as somebody would type it; undefined where a text cannot say all of it, or an app keeps the menu. */
  readonly written: TypedMenu | undefined;
  /** What the last form did. */
  readonly done: string | null;
}

type Say = ReturnType<typeof speak<"menu">>;

const rowsShown = 60;
const issuesShown = 20;

/** The whole page. */
export function menuPage(visitor: LocationVisit, menu: ShownMenu): PageAnswer {
  const say = speak(visitor.language, "menu", visitor.locale);
  const isWrong = menu.problem ?? menu.photoMistake ?? menu.uploadMistake ?? menu.typed?.mistake;
  return showInShell(visitor, {
    status: isWrong === undefined ? 200 : 422,
    modules: ["shrink-picture"],
    main: html`${newsOf(say, menu)} ${stockCard(say, visitor, menu)}
    ${menu.isChangeable && partsCard(say, visitor.path, menu.live)} ${languagesCard(say, visitor, menu)}
    ${versionsCard(say, visitor, menu)}
    ${menu.written !== undefined && writeCard(say, visitor.path, menu.typed ?? menu.written)}
    ${uploadCard(say, visitor, menu)}`,
  });
}

const doneWords = [
  "stock",
  "photo",
  "removed",
  "published",
  "restored",
  "dish",
  "dish_merged",
  "dish_removed",
  "section",
  "section_merged",
  "section_removed",
  "choices",
  "choices_merged",
  "choices_removed",
  "tax",
  "tax_merged",
  "tax_removed",
] as const;
const goneWords = ["dish", "section", "choices", "tax"] as const;

function newsOf(say: Say, { done, problem }: ShownMenu): Markup | false {
  if (problem !== undefined) return noticeOf("bad", problem);
  const gone = goneWords.find((word) => done === `${word}_gone`);
  if (gone !== undefined) return noticeOf("bad", say(`${gone}.gone`));
  const known = doneWords.find((word) => word === done);
  return known !== undefined && noticeOf("good", say(`done.${known}`));
}

function stockCard(say: Say, visitor: LocationVisit, menu: ShownMenu): Markup {
  const prices = pricesOf(menu.live, say, visitor.locale);
  const isOwn = visitor.location.connected_app_id === null;
  const first = menu.live?.categories[0]?.externalId ?? "";
  const add =
    menu.isChangeable &&
    html`<p><a class="button quiet" href="${newDishPath(visitor.path, first)}">${say("dish.add")}</a></p>`;
  if (menu.stock.length === 0)
    return card(
      say("stock.title"),
      html`<p>${say("empty")}</p>
        ${add}`,
    );
  const wanted = menu.search.toLocaleLowerCase(visitor.locale);
  const found = menu.stock.filter(({ name }) => name.toLocaleLowerCase(visitor.locale).includes(wanted));
  const dishes = found.filter(({ kind }) => kind === "item");
  const parts = found.filter(({ kind }) => kind !== "item");
  const hidden = Math.max(0, dishes.length - rowsShown);
  return card(
    say("stock.title"),
    html`${!isOwn && html`<p>${say("upload.app")}</p>`} ${add}
      <form class="find-row" method="get" action="${visitor.path}" role="search">
        <div class="field">
          <label for="q">${say("stock.search")}</label>
          <input id="q" name="q" type="search" value="${menu.search}" maxlength="80" autocomplete="off" />
        </div>
        <button class="quiet" type="submit">${say("stock.submit")}</button>
        ${menu.search !== "" && html`<a class="button quiet" href="${visitor.path}">${say("stock.all")}</a>`}
      </form>
      ${found.length === 0 && html`<p>${say("stock.none")}</p>`}
      <ul class="menu-rows">
        ${dishes.slice(0, rowsShown).map((row) => dishRow(say, visitor, menu, row, prices))}
      </ul>
      ${hidden > 0 && html`<p>${say("stock.more", { count: hidden })}</p>`}
      ${
        parts.length > 0 &&
        html`<details ${menu.search !== "" && html`open`}>
          <summary>${say("stock.parts")}</summary>
          <ul class="menu-rows">
            ${parts.slice(0, rowsShown).map((row) => html`<li>${stockOf(say, visitor, menu, row)}</li>`)}
          </ul>
          ${parts.length > rowsShown && html`<p>${say("stock.more", { count: parts.length - rowsShown })}</p>`}
        </details>`
      }`,
  );
}

function dishRow(
  say: Say,
  visitor: LocationVisit,
  menu: ShownMenu,
  row: StockRow,
  prices: ReadonlyMap<string, string>,
): Markup {
  const price = prices.get(row.external_id);
  const mayChange = price !== undefined && visitor.location.connected_app_id === null;
  const photo = menu.photos.get(row.id);
  const alt = say("photo.label", { name: row.name });
  return html`<li class="menu-dish">
    ${photo !== undefined && html`<img src="${photo}" alt="${alt}" width="160" height="120" loading="lazy" />`}
    <div>
      ${stockOf(say, visitor, menu, row, { price, ...(mayChange && { change: changeLink(say, visitor, row) }) })}
      ${photoForms(say, visitor, menu, row)}
    </div>
  </li>`;
}

function stockOf(
  say: Say,
  visitor: LocationVisit,
  { search }: ShownMenu,
  row: StockRow,
  { price, change }: OfDish = {},
): Markup {
  const button = (until: "in" | "changed" | "tomorrow", text: string): Markup =>
    html`<form method="post" action="${visitor.path}/stock">
      <input type="hidden" name="id" value="${row.id}" />
      <input type="hidden" name="q" value="${search}" />
      <input type="hidden" name="until" value="${until}" />
      <button class="quiet" type="submit" aria-label="${text}: ${row.name}">${text}</button>
    </form>`;
  const isOut = row.stock_status === "out_of_stock";
  return html`<p>
      <b><bdi>${row.name}</bdi></b> ${price !== undefined && html`<span class="soft">${price}</span>`}
      <span class="badge${isOut && html` bad`}">${statusText(say, visitor, row)}</span>
    </p>
    <div class="menu-stock">
      ${
        isOut
          ? button("in", say("stock.set_in"))
          : html`${button("changed", say("stock.set_out"))} ${button("tomorrow", say("stock.set_tomorrow"))}`
      }
      ${change}
    </div>`;
}

/** What a dish has beside what sizes and extras have. */
interface OfDish {
  readonly price?: string | undefined;
  readonly change?: Markup;
}

function changeLink(say: Say, { path }: LocationVisit, { external_id: id, name }: StockRow): Markup {
  const text = say("dish.change");
  return html`<a class="button quiet" href="${dishPath(path, id)}" aria-label="${text}: ${name}">${text}</a>`;
}

function statusText(say: Say, { location, locale }: LocationVisit, { stock_status: status, restock_at: at }: StockRow) {
  if (status === "in_stock") return say("stock.in");
  if (status === "low_stock") return say("stock.low");
  if (at === null) return say("stock.out");
  const zone = location.timezone ?? "UTC";
  return say("stock.out_until", { time: formatDayTime(at, zone, locale) });
}

function languagesCard(say: Say, { path }: LocationVisit, { versions }: ShownMenu): Markup | false {
  if (versions.length === 0) return false;
  return card(say("languages.title"), html`<p><a href="${path}/languages">${say("languages.open")}</a></p>`);
}

function versionsCard(say: Say, { path, location, locale }: LocationVisit, { versions }: ShownMenu): Markup | false {
  if (versions.length === 0) return false;
  const zone = location.timezone ?? "UTC";
  return card(
    say("versions.title"),
    html`<ul class="menu-rows">
      ${versions.map(({ id, published_at: at, live }) => {
        const time = dateAndTime(at, zone, locale);
        return html`<li>
          <p>${time} ${live && html`<span class="badge good">${say("versions.live")}</span>`}</p>
          <p>
            <a href="${path}/version?id=${id}">${say("versions.open")}<span class="unseen">: ${time}</span></a>
          </p>
        </li>`;
      })}
    </ul>`,
  );
}

function uploadCard(say: Say, { path, location }: LocationVisit, shown: ShownMenu): Markup | false {
  const { uploadMistake, issues } = shown;
  if (location.connected_app_id !== null) return false;
  return card(
    say("upload.title"),
    html`<form method="post" action="${path}/try" enctype="multipart/form-data" data-in-place>
      <div class="field">
        <label for="document">${say("upload.label")}</label>
        <p class="hint" id="document-hint">${say("upload.text")}</p>
        <input
          id="document"
          name="document"
          type="file"
          accept="application/json,.json"
          aria-describedby="document-hint${uploadMistake !== undefined && html` document-mistake`}"
          ${uploadMistake !== undefined && html`aria-invalid="true"`}
          required
        />
        ${uploadMistake !== undefined && html`<p class="mistake" id="document-mistake">${uploadMistake}</p>`}
      </div>
      ${
        issues !== undefined &&
        html`<ul>
          ${issues.slice(0, issuesShown).map((issue) => html`<li><code>${issue.path}</code> ${issue.message}</li>`)}
        </ul>`
      }
      <button type="submit">${say("upload.try")}</button>
    </form>`,
  );
}

/** What each dish costs, by its id. */
function pricesOf(live: MenuDocument | undefined, say: Say, locale: string): ReadonlyMap<string, string> {
  const prices = new Map<string, string>();
  if (live === undefined) return prices;
  for (const { section } of sectionsOf(live))
    for (const { externalId, variations } of section.items) {
      const amounts = variations.map(({ price }) => price.amount.amountMinor);
      const least = Math.min(...amounts);
      const price = formatMoney(least, live.currency, locale);
      prices.set(externalId, Math.max(...amounts) === least ? price : say("dish.from", { price }));
    }
  return prices;
}

/** A time with its year: menus are kept for long. */
export function dateAndTime(at: Instant, timeZone: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone }).format(at);
}
