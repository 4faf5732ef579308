import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { openBoard, type Board } from "./board.fixture.ts";
import type { BoardSnapshot } from "./board-wire.schemas.ts";

let service: TestService;
let board: Board;
before(async () => {
  service = await startService();
  board = await openBoard(service);
});
after(() => service.stop());

const snapshot = async (): Promise<BoardSnapshot> =>
  (await board.call("GET", `/locations/${board.locationId}/snapshot`)).body;
const advance = (seconds: number) =>
  board.venue.call("POST", `/v1/sandbox/locations/${board.locationId}/clock`, { advance_seconds: seconds });

describe("what is in stock (consoleGetStockStatus, consoleUpdateStockStatus; rules/menus 6.7)", () => {
  interface Row {
    readonly id: string;
    readonly externalId: string;
    readonly stockStatus: string;
    readonly restock_at: number | null;
    readonly full_name: string;
    readonly dish_external_id: string | null;
  }
  const path = () => `/locations/${board.locationId}/stock_status`;
  const rowOf = async (externalId: string): Promise<Row> => {
    const { body } = await board.call("GET", path());
    return body.data.find((row: Row) => row.externalId === externalId);
  };
  const patch = (rows: readonly object[]) => board.call("PATCH", path(), rows);

  test("a dish is taken off until a time, comes back by the location's clock, and every bad row is named", async () => {
    const { id } = await rowOf("soup-bowl");
    const { id: other } = await rowOf("bread-loaf");
    const now = Math.floor((await snapshot()).now_ms / 1000);
    const until = now + 3_600;
    const taken = await patch([{ id, stockStatus: "out_of_stock", restock_at: until }]);
    assert.deepEqual([taken.status, taken.body.data[0].restock_at], [200, until], taken.text);
    await patch([{ id: other, stockStatus: "out_of_stock", restock_at: "tomorrow" }]);
    assert.equal((await rowOf("bread-loaf")).restock_at, (await snapshot()).settings.tomorrow_at);
    const bad = await patch([
      { id, stockStatus: "in_stock", restock_at: until },
      { id: other, stockStatus: "out_of_stock", restock_at: now - 60 },
      { id: other, stockStatus: "out_of_stock", restock_at: "soon" },
    ]);
    assert.equal(bad.status, 400, bad.text);
    const paths = bad.body.details.issues.map((issue: { readonly path: string }) => issue.path);
    assert.deepEqual(paths.toSorted(), [
      "body[0].restock_at",
      "body[1].restock_at",
      "body[2].id",
      "body[2].restock_at",
    ]);
    await advance(3_500);
    assert.equal((await rowOf("soup-bowl")).stockStatus, "out_of_stock");
    await advance(101);
    const back = await rowOf("soup-bowl");
    assert.deepEqual([back.stockStatus, back.restock_at], ["in_stock", null]);
  });

  test("a variation has the name of its dish", async () => {
    const { body } = await board.call("GET", path());
    const names = body.data.map(
      ({ kind, name, full_name: full, dish_external_id: dish }: Row & Record<string, string>) =>
        [kind, name, full, dish].join(" | "),
    );
    assert.deepEqual(names.toSorted(), [
      "item | Bread | Bread | ",
      "item | Soup | Soup | ",
      "variation | Bowl | Soup | soup",
      "variation | Loaf | Bread | bread",
    ]);
    const soup = await rowOf("soup-bowl");
    const changed = await patch([{ id: soup.id, stockStatus: "in_stock" }]);
    assert.equal(changed.body.data[0].full_name, soup.full_name, changed.text);
  });

  test("an app's own update takes the time away", async () => {
    const { id } = await rowOf("soup-bowl");
    await patch([{ id, stockStatus: "out_of_stock", restock_at: "tomorrow" }]);
    const own = await board.venue.call("PATCH", `/v1/locations/${board.locationId}/stock_status`, [
      { id, stockStatus: "out_of_stock" },
    ]);
    assert.equal(own.status, 200, own.text);
    assert.equal((await rowOf("soup-bowl")).restock_at, null);
    await patch([{ id, stockStatus: "in_stock" }]);
  });
});
