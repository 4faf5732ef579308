/** The texts of a menu that its guests cannot read in their language yet. Pure. */
import type { LanguageState, MissingText } from "../../menus/read/menu-languages.ts";
import type { MenuLanguages } from "../../menus/read/read-menu-languages.query.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { plainLocale } from "../../words/pseudo-language.ts";
import { speak } from "../../words/speak.ts";
import { card } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import { backLink } from "./menu-changes-page.ts";

type Say = ReturnType<typeof speak<"menu">>;

const textsShown = 100;

/** The whole page; undefined: nothing is published. */
export function menuLanguagesPage(visitor: LocationVisit, languages: MenuLanguages | undefined): PageAnswer {
  const { path, location, locale, language } = visitor;
  const say = speak(language, "menu", locale);
  const nameOf = languageNamer(locale);
  const body =
    languages === undefined
      ? html`<p>${say("empty")}</p>`
      : html`<p>${say("languages.text", { language: nameOf(languages.base) })}</p>
          <p class="hint">${say(location.connected_app_id === null ? "languages.own" : "languages.app")}</p>
          <ul class="menu-rows">
            ${languages.states.map((state) => languageRow(say, state, nameOf))}
          </ul>`;
  return showInShell(visitor, { main: html`${backLink(say, path)} ${card(say("languages.title"), body)}` });
}

function languageRow(say: Say, { language, texts, missing }: LanguageState, nameOf: (code: string) => string): Markup {
  const name = html`<b><bdi>${nameOf(language)}</bdi></b>`;
  if (missing.length === 0)
    return html`<li>
      <p>${name} <span class="badge good">${say("languages.whole")}</span></p>
    </li>`;
  if (missing.length === texts)
    return html`<li>
      <p>${name} <span class="badge">${say("languages.none")}</span></p>
    </li>`;
  const more = missing.length - textsShown;
  return html`<li>
    <p>${name} <span class="badge warn">${say("languages.missing", { count: missing.length })}</span></p>
    <details>
      <summary>${say("languages.show")}<span class="unseen">: ${nameOf(language)}</span></summary>
      <ul class="menu-missing">
        ${missing.slice(0, textsShown).map((text) => missingRow(say, text))}
      </ul>
      ${more > 0 && html`<p>${say("languages.more", { count: more })}</p>`}
    </details>
  </li>`;
}

function missingRow(say: Say, { kind, name, field }: MissingText): Markup {
  return html`<li><bdi>${name}</bdi> <span class="soft">(${say(`kind.${kind}`)}, ${say(`field.${field}`)})</span></li>`;
}

/** Names of languages as the reader says them; a code that has no name stays. */
function languageNamer(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames([plainLocale(locale)], { type: "language", fallback: "code" });
  return (code) => names.of(code) ?? code;
}
