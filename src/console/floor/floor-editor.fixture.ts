/** Locations with a plan and managers who edit it, for tests in a real browser. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import type { TestBrowser, WatchedPage } from "../../../test/harness/browser.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import type { TestService } from "../../../test/harness/service.ts";
import type { FloorPlanWire } from "../../floor/floor-plan.schemas.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { FloorShown } from "./floor-start.ts";

export interface Place {
  readonly id: Id<"str">;
  readonly boss: TestPerson;
  /** Calls the console's plan. */
  plan(): Promise<FloorPlanWire>;
  save(body: object): Promise<void>;
}

/** Two tables of four on a plan. */
export const table = { unit_id: "t1", x: 300, y: 300, width: 90, height: 90, shape: "square" };
export const second = { ...table, unit_id: "t2", x: 500 };

/** A location with tables, and its manager. */
export async function openPlace(service: TestService, configuration = tablesOfFour(3)): Promise<Place> {
  const id = await createBookableLocation(service.database, configuration, { name: "Bistro Nord" });
  const boss = await createPerson(service.database, [{ role: "manager", at: id }]);
  const path = `/console/v1/locations/${id}/floor_plan`;
  return {
    id,
    boss,
    plan: async () => (await service.call("GET", path, { key: boss.token })).body as FloorPlanWire,
    async save(body) {
      const answer = await service.call("PUT", path, { key: boss.token, body });
      assert.equal(answer.status, 200, answer.text);
    },
  };
}

/** The editor, open as the manager of the place. */
export async function openEditor(
  service: TestService,
  browser: TestBrowser,
  { id, boss }: Place,
): Promise<WatchedPage> {
  const visit = await browser.newPage({ screen: "desktop" });
  await visit.page.context().addCookies([{ name: "maple_session", value: boss.token, url: service.url }]);
  await visit.open(`/console/${id}/floor`);
  await visit.page.locator(".floor-canvas").waitFor();
  return visit;
}

/** A table of the plan. */
export const unitOf = (page: Page, id: string): Locator => page.locator(`[data-item="unit:${id}"]`);
/** Where a table was saved. */
export const placeOf = async (place: Place, id: string) => {
  const unit = (await place.plan()).units.find(({ unit_id }) => unit_id === id);
  return unit === undefined ? undefined : [unit.x, unit.y, unit.placed];
};
/** The middle of what is seen, in pixels. */
export const middleOf = async (locator: Locator): Promise<{ x: number; y: number }> => {
  const box = (await locator.boundingBox()) ?? assert.fail("it is not seen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
/** Waits until the page says so. */
export const saved = (page: Page, text = "Saved."): Promise<void> => page.getByText(text, { exact: true }).waitFor();
export const tap = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

/** A room of so many tables, all placed. */
export function roomOf(count: number): FloorShown {
  const units = Array.from({ length: count }, (_, index) => ({
    ...table,
    unit_id: `t${index}`,
    x: 100 + (index % 15) * 150,
    y: 100 + Math.floor(index / 15) * 150,
    shape: "square" as const,
    rotation: 0,
    placed: true,
  }));
  return {
    locationId: "str_x",
    timeZone: "Europe/Paris",
    plan: {
      object: "floor_plan",
      location_id: newId("str"),
      revision: 1,
      saved_at: null,
      saved_by: null,
      units,
      walls: [{ x1: 0, y1: 0, x2: 900, y2: 0 }],
      labels: [],
    },
    units: units.map(({ unit_id: id }, index) => ({ id, name: `${index}`, seats: 4 })),
    combinations: [["t0", "t1"]],
  };
}
