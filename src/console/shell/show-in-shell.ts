/** Draws the frame of the pages of a location: head, menu, account. Pure. */
import { guestLanguages } from "../../kernel/language.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import { isOfBoard, isOfStand } from "../account/first-screen.ts";
import { keepTyped, typedBack } from "../account/typed-back.ts";
import { languageNames } from "../../words/language-names.ts";
import type { LocationVisit } from "./location-page.query.ts";
import { sideMenu } from "./side-menu.ts";

interface InShell extends Pick<ShownPage, "main">, Partial<Pick<ShownPage, "status" | "modules" | "part">> {
  /** The one thing that the page is about, such as a dish by its name. */
  readonly heading?: string | undefined;
}

/** The page within the frame; its h1 is the one thing that it is about, or its name in the menu. */
export function showInShell(
  visitor: LocationVisit,
  { main, status = 200, modules = [], part, heading }: InShell,
): ShownPage {
  const { say, language, page, location } = visitor;
  const name = say(`page.${page}`);
  return showPage({
    status,
    title: heading ?? name,
    venue: { name: location.name ?? location.id },
    frame: html`${head(visitor)} ${menu(visitor)}`,
    language,
    modules: ["forms", keepTyped, ...modules],
    ...(part === undefined ? {} : { part }),
    main: html`<h1>${heading === undefined ? name : html`<bdi>${heading}</bdi>`}</h1>
      ${typedBack(visitor)} ${main}`,
  });
}

function head(visitor: LocationVisit): Markup {
  return html`<header class="console-head">${locationChoice(visitor)} ${account(visitor)}</header>`;
}

function locationChoice({ say, location, locations }: LocationVisit): Markup {
  const name = html`<bdi>${location.name ?? location.id}</bdi>`;
  if (locations.length < 2) return html`<p class="console-place">${name}</p>`;
  return html`<details class="console-drop">
    <summary><span class="unseen">${say("shell.switch")} </span><b>${name}</b></summary>
    <ul class="plain">
      ${locations.map(
        (one) =>
          html`<li>
            <a href="/console/${one.id}" ${one.id === location.id && html`aria-current="true"`}
              ><bdi>${one.name ?? one.id}</bdi></a
            >
          </li>`,
      )}
    </ul>
  </details>`;
}

function account(visitor: LocationVisit): Markup {
  const { say, caller, location, path, language } = visitor;
  const isAt = (isMeant: (role: string) => boolean): boolean =>
    caller.roles.some(({ role, locationId }) => locationId === location.id && isMeant(role));
  const [isAtBoard, isAtStand] = [isAt(isOfBoard), isAt(isOfStand)];
  return html`<details class="console-drop">
    <summary><bdi>${caller.person.name}</bdi></summary>
    <div>
      <ul class="plain">
        <li><a href="/me">${say("shell.account")}</a></li>
        ${isAtBoard && html`<li><a href="/board/${location.id}">${say("shell.board")}</a></li>`}
        ${isAtStand && html`<li><a href="/stand/${location.id}">${say("shell.stand")}</a></li>`}
      </ul>
      <form method="post" action="/console/${location.id}/language">
        <input type="hidden" name="back" value="${path}" />
        <div class="field">
          <label for="shell-language">${say("shell.language")}</label>
          <select id="shell-language" name="language">
            ${guestLanguages.map(
              (one) =>
                html`<option value="${one}" lang="${one}" ${one === language && html`selected`}>
                  ${languageNames[one]}
                </option>`,
            )}
          </select>
        </div>
        <button class="quiet full" type="submit">${say("shell.change_language")}</button>
      </form>
      <form method="post" action="/sign-out">
        <button class="quiet full" type="submit">${say("shell.sign_out")}</button>
      </form>
    </div>
  </details>`;
}

function menu({ say, pages, page, location }: LocationVisit): Markup {
  const links = pages.map((name) => ({
    path: `/console/${location.id}/${name}`,
    title: say(`page.${name}`),
    isCurrent: name === page,
  }));
  return sideMenu(say("shell.menu"), links);
}
