/** The page on which a manager draws the plan of the floor (rules/stand 4). */
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import { floorPlanToWire, readFloorPlan } from "../../floor/read-floor-plan.query.ts";
import { html, type Markup } from "../../pages/html.ts";
import { ofPeople, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { listNames } from "../../people/person/list-names.query.ts";
import { speak } from "../../words/speak.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import type { FloorShown } from "./floor-start.ts";

/** The page of the plan. */
export function floorPages(deps: AccountDeps): PageRoute[] {
  const page = locationPage(deps, "floor");
  return ofPeople([page.read((visitor) => show(deps, visitor))]);
}

async function show({ database }: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { location, language, locale } = visitor;
  const shown = await database.snapshot(async (db) => {
    const state = await findVenueState(db, location.id);
    if (state === undefined) throw new Error(`the location ${location.id} is gone`);
    if (state.location.booking_mode !== "native") return "provider";
    if (state.venue === null) return "none";
    const plan = await readFloorPlan(db, location.id);
    const names = await listNames(
      db,
      [plan.saved_by?.id ?? null].filter((id) => id !== null),
    );
    return shownOf(state, floorPlanToWire(plan, state, names));
  });
  if (shown === "provider" || shown === "none") return showInShell(visitor, { main: withoutTables(visitor, shown) });
  return showInShell(visitor, {
    main: aroundPlan(visitor),
    part: { screen: "floor", language, locale, words: ["screens", "floor"], shown },
  });
}

function shownOf({ location, venue }: VenueState, plan: FloorShown["plan"]): FloorShown {
  const areas = venue?.configuration.areas ?? [];
  return {
    locationId: location.id,
    timeZone: location.timezone ?? "UTC",
    plan,
    units: areas.flatMap(({ units }) =>
      units.map(({ unitId, name, maxSeats }) => ({ id: unitId, name, seats: maxSeats })),
    ),
    combinations: areas.flatMap(({ combinations }) => combinations.map(({ unitIds }) => unitIds)),
  };
}

function aroundPlan({ language, location }: LocationVisit): Markup {
  const say = speak(language, "floor");
  return html`<p class="floor-intro">
      ${say("intro")} ${say("intro.units")} <a href="/console/${location.id}/bookings">${say("intro.link")}</a>
    </p>
    <div id="screen" translate="no"></div>
    <noscript><p class="notice warn">${say("needs_script")}</p></noscript>`;
}

function withoutTables({ language, location }: LocationVisit, why: "provider" | "none"): Markup {
  const say = speak(language, "floor");
  if (why === "provider") return html`<p class="notice">${say("provider")}</p>`;
  return html`<p class="notice">${say("none.text")}</p>
    <p><a class="button" href="/console/${location.id}/bookings">${say("none.link")}</a></p>`;
}
