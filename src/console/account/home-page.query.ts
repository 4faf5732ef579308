/** `/` for strangers: for guests the links to their bookings and the restaurants, for people of restaurants the sign-in. */
import { frontPathOf, listDirectory, type ListedLocation } from "../../locations/storefront/directory.query.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type PageAnswer } from "../../pages/page.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import type { Visit } from "./visit.query.ts";

export interface HomeDeps {
  readonly database: Database;
  /** Which locations strangers are shown: those of the directory, all of a sandbox, or none. */
  readonly showsLocations: "listed" | "all" | "none";
}

/** A page has no more. */
const mostLocations = 200;

/** The locations that strangers are shown. */
export async function listHomeLocations({ database, showsLocations }: HomeDeps): Promise<readonly ListedLocation[]> {
  return showsLocations === "none"
    ? []
    : listDirectory(database.read, { all: showsLocations === "all", most: mostLocations });
}

/** The page. */
export function homePage({ call }: Visit, locations: readonly ListedLocation[]): PageAnswer {
  const reader = call.reader();
  const words = speak(reader.language, "around");
  const say = speak(reader.language, "people");
  return showPage({
    title: "Maple",
    reader,
    listed: true,
    main: html`<h1>${words("welcome")}</h1>
      <p>${words("welcome.text")}</p>
      ${locations.length > 0 && locationsPart(locations, words("places"))}
      <ul class="plain row home-ways">
        <li><a class="${locations.length > 0 ? "button quiet" : "button"}" href="/find">${words("find")}</a></li>
        <li><a class="button quiet" href="/mine">${words("mine")}</a></li>
      </ul>
      <ul class="plain row links">
        <li><a href="/sign-in">${words("staff")}</a></li>
        <li><a href="/pair">${say("home.pair")}</a></li>
        <li><a href="/docs">${say("home.docs")}</a></li>
      </ul>`,
  });
}

function locationsPart(locations: readonly ListedLocation[], title: string): Markup {
  return html`<h2>${title}</h2>
    <ul class="plain places">
      ${locations.map(
        (location) =>
          html`<li>
            <a class="card" href="${frontPathOf(location)}">
              <bdi class="place">${location.name ?? location.id}</bdi>
              ${linesOf(location).map((line) => html`<bdi class="soft">${line}</bdi>`)}
            </a>
          </li>`,
      )}
    </ul>`;
}

/** What guests tell restaurants of one name apart by. */
function linesOf({ cuisines, street, city }: ListedLocation): readonly string[] {
  const where = [street, city].filter((part) => part !== null && part !== "");
  return [cuisines.join(", "), where.join(", ")].filter((line) => line !== "");
}
