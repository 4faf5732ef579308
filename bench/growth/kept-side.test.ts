import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { newId } from "../../src/kernel/id.ts";
import type { FilledSide } from "./fill-side.ts";
import { readSide, refuseOther, writeSide } from "./kept-side.ts";
import { scalesOf } from "./scales.ts";

const [, scale] = scalesOf("small", undefined);
const side: FilledSide = {
  name: "large",
  scale,
  sandbox: {
    chain: { id: newId("app"), key: "of the chain" },
    partner: { id: newId("app"), key: "of the partner" },
    placingLocations: [],
    allLocations: [],
  },
  places: { venues: [], bookingId: "" },
  added: [],
  bodies: [],
  searching: [],
};

test("a directory gives back the database that was filled in it, at its own scale alone", () => {
  const directory = mkdtempSync(join(tmpdir(), "maple-kept-"));
  try {
    refuseOther(directory, "large", scale);
    assert.equal(readSide(directory, "large"), undefined);
    writeSide(directory, side);
    assert.deepEqual(readSide(directory, "large"), side);
    refuseOther(directory, "large", scale);
    refuseOther(directory, "small", scale);
    assert.throws(() => refuseOther(directory, "large", { ...scale, orders: 1 }), /not with 1 orders/);
    assert.throws(() => refuseOther(directory, "large", scale, Date.now() + 3 * 86_400_000), /two days ago/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
