/** The sections, the groups of choices and the taxes of a menu, each with the way to its page. Pure. */
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { speak } from "../../words/speak.ts";
import { card } from "../account/field.ts";
import { definedGroups, dishesOf, sectionsOf, usersOf } from "./dish-parts.ts";
import { choicesPath, newDishPath, newPartPath, sectionPath, taxPath } from "./dish-paths.ts";

type Say = ReturnType<typeof speak<"menu">>;

/** Three cards; undefined: there is no menu yet. `path` is that of the page of the menu. */
export function partsCard(say: Say, path: string, live: MenuDocument | undefined): Markup {
  return html`${card(
    say("section.list"),
    html`${addLink(newPartPath(path, "section"), say("section.add"))}
    ${live !== undefined && live.categories.length > 0 && listSections(say, path, live)}`,
  )}
  ${card(
    say("choices.list"),
    html`<p>${say("choices.text")}</p>
      ${addLink(newPartPath(path, "choices"), say("choices.add"))}
      ${live !== undefined && definedGroups(live).size > 0 && listGroups(say, path, live)}`,
  )}
  ${card(
    say("tax.list"),
    html`<p>${say("tax.list_text")}</p>
      ${addLink(newPartPath(path, "tax"), say("tax.add"))}
      ${live?.taxCategories !== undefined && listTaxes(say, path, live)} ${live !== undefined && untaxed(say, live)}`,
  )}`;
}

function listSections(say: Say, path: string, live: MenuDocument): Markup {
  return html`<ul class="menu-rows">
    ${sectionsOf(live).map(
      ({ section: { externalId: id, items }, path: name }) =>
        html`<li>
          <p>
            <b><bdi>${name}</bdi></b> <span class="soft">${say("section.count", { count: items.length })}</span>
          </p>
          <div class="menu-stock">
            ${link(sectionPath(path, id, false), say("dish.change"), name)}
            ${link(newDishPath(path, id), say("dish.add"), name)}
          </div>
        </li>`,
    )}
  </ul>`;
}

function listGroups(say: Say, path: string, live: MenuDocument): Markup {
  return html`<ul class="menu-rows">
    ${[...definedGroups(live).values()].map(({ externalId: id, name, options }) => {
      const users = usersOf(live, id);
      return html`<li>
        <p>
          <b><bdi>${name}</bdi></b> <span class="soft">${options.map((option) => option.name).join(", ")}</span>
        </p>
        <p class="soft">
          ${users.length === 0 ? say("choices.unused") : say("choices.used", { names: users.join(", ") })}
        </p>
        <div class="menu-stock">${link(choicesPath(path, id, false), say("dish.change"), name)}</div>
      </li>`;
    })}
  </ul>`;
}

function listTaxes(say: Say, path: string, live: MenuDocument): Markup {
  const dishes = dishesOf(live);
  return html`<ul class="menu-rows">
    ${(live.taxCategories ?? []).map(({ externalId: id, name }) => {
      const count = dishes.filter(({ taxCategoryId }) => taxCategoryId === id).length;
      return html`<li>
        <p>
          <b><bdi>${name}</bdi></b> <span class="soft">${say("section.count", { count })}</span>
        </p>
        <div class="menu-stock">${link(taxPath(path, id, false), say("dish.change"), name)}</div>
      </li>`;
    })}
  </ul>`;
}

const namedAtMost = 5;

/** Which dishes have no tax: a new dish is soon forgotten, and its receipts show none. */
function untaxed(say: Say, live: MenuDocument): Markup | false {
  const names = dishesOf(live).flatMap(({ taxCategoryId, name }) => (taxCategoryId === undefined ? [name] : []));
  if (names.length === 0) return false;
  const shown = names.length > namedAtMost ? [...names.slice(0, namedAtMost), "…"] : names;
  return html`<p class="soft">${say("tax.without", { count: names.length, names: shown.join(", ") })}</p>`;
}

function addLink(to: string, text: string): Markup {
  return html`<p><a class="button quiet" href="${to}">${text}</a></p>`;
}

function link(to: string, text: string, name: string): Markup {
  return html`<a class="button quiet" href="${to}" aria-label="${text}: ${name}">${text}</a>`;
}
