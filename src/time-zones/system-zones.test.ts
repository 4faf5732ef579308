import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { instantsOf, localTimeOf } from "../kernel/wall-time.ts";
import { forgetZoneTables, offsetAt, runtimeTable } from "../kernel/zone-offsets.ts";
import { adoptSystemZones, changesBetween, readSystemZones, systemZoneDirectory } from "./system-zones.ts";
import { parseZoneFile } from "./tzif.ts";

const now = Date.now();
const without = { skip: existsSync(systemZoneDirectory) ? false : "this system has no zone files" };
const system = new Map(without.skip === false ? readSystemZones() : []);
after(forgetZoneTables);

describe("every zone's changes of the next three years", without, () => {
  test("the system has zone files, and they are read", () => assert.ok(system.size > 300, `${system.size} zones`));

  test("the resolver says what the newer of runtime and system says; what differs is told", (context) => {
    const sources = adoptSystemZones({ now });
    context.diagnostic(
      `runtime ${sources.runtimeVersion}, system ${sources.systemVersion}: the ${sources.used}'s are used; different: ${sources.differing.join(", ") || "none"}`,
    );
    if (sources.runtimeVersion === sources.systemVersion) assert.deepEqual(sources.differing, []);
    for (const [timeZone, table] of system) {
      const expected = sources.used === "system" ? table : runtimeTable(timeZone);
      assert.equal(resolved(timeZone), changesBetween(expected, now), timeZone);
      if (sources.differing.includes(timeZone)) continue;
      assert.equal(changesBetween(table, now), changesBetween(runtimeTable(timeZone), now), timeZone);
    }
  });

  test("the runtime's table is what Temporal itself says, hour by hour, in the zones with odd rules", () => {
    const zones = [
      "Africa/Casablanca",
      "Australia/Lord_Howe",
      "America/Havana",
      "Antarctica/Troll",
      "Asia/Gaza",
      "Europe/Dublin",
    ];
    for (const timeZone of zones) {
      forgetZoneTables();
      for (let at = now; at < now + 400 * 86_400_000; at += 3_600_000) {
        const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
        assert.equal(offsetAt(timeZone, at), zoned.offsetNanoseconds / 1e6, `${timeZone} ${zoned.toString()}`);
      }
    }
  });
});

/** The changes of a zone as they can be seen from outside: an offset asked for every quarter of an hour around each. */
function resolved(timeZone: string): string {
  const table = { changes: [] as number[], offsets: [offsetAt(timeZone, now)] };
  const step = 24 * 3_600_000;
  for (let at = now; at < now + 3 * 366 * step; at += step) {
    if (offsetAt(timeZone, at) === offsetAt(timeZone, at + step)) continue;
    let [low, high] = [at, at + step];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(timeZone, middle) === offsetAt(timeZone, at)) low = middle;
      else high = middle;
    }
    if (high >= now + 3 * 366 * step) continue;
    table.changes.push(high);
    table.offsets.push(offsetAt(timeZone, high));
  }
  return changesBetween(table, now);
}

describe("a system that is newer than the runtime", without, () => {
  const directory = mkdtempSync(path.join(tmpdir(), "maple-zones-"));
  after(() => rmSync(directory, { recursive: true }));

  test("is used for the zones that differ, by everything that asks", () => {
    // A law that moves Chicago to the clocks of Havana and leaves Paris as it is.
    mkdirSync(path.join(directory, "America"));
    mkdirSync(path.join(directory, "Europe"));
    writeFileSync(path.join(directory, "+VERSION"), "2099a\n");
    copyFileSync(path.join(systemZoneDirectory, "Asia/Tokyo"), path.join(directory, "America/Chicago"));
    copyFileSync(path.join(systemZoneDirectory, "Europe/Paris"), path.join(directory, "Europe/Paris"));
    writeFileSync(path.join(directory, "Europe/Berlin"), "not a zone file");
    const sources = adoptSystemZones({ now, directory });
    assert.deepEqual(sources, {
      runtimeVersion: process.versions["tz"],
      systemVersion: "2099a",
      used: "system",
      differing: ["America/Chicago"],
    });
    const noon = Date.UTC(2027, 6, 1, 12);
    assert.equal(localTimeOf("America/Chicago", noon), "2027-07-01T21:00:00+09:00");
    assert.deepEqual(instantsOf("America/Chicago", Date.UTC(2027, 6, 1, 21)), [noon]);
    assert.equal(localTimeOf("Europe/Berlin", noon), "2027-07-01T14:00:00+02:00");
    forgetZoneTables();
    assert.equal(localTimeOf("America/Chicago", noon), "2027-07-01T07:00:00-05:00");
  });

  test("an older one, or none, changes nothing", () => {
    writeFileSync(path.join(directory, "+VERSION"), "1999a\n");
    assert.deepEqual(adoptSystemZones({ now, directory }).used, "runtime");
    assert.equal(localTimeOf("America/Chicago", Date.UTC(2027, 6, 1, 12)), "2027-07-01T07:00:00-05:00");
    assert.equal(adoptSystemZones({ now, directory: path.join(directory, "nothing") }).systemVersion, null);
  });
});

test("a file that is no zone file is left alone", () => {
  assert.equal(parseZoneFile(Buffer.alloc(0)), undefined);
  assert.equal(parseZoneFile(Buffer.from("TZif\0")), undefined);
});
