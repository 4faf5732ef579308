import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { localTimeOf } from "../kernel/wall-time.ts";
import { offsetAt, runtimeTable } from "../kernel/zone-offsets.ts";
import { changesBetween, compareSystemZones, readSystemZones, systemZoneDirectory } from "./system-zones.ts";
import { parseZoneFile } from "./tzif.ts";

const now = Date.UTC(2026, 10, 22);
const without = { skip: existsSync(systemZoneDirectory) ? false : "this system has no zone files" };

describe("the system's zones and the runtime's", without, () => {
  test("every zone that is not named as differing is the same for three years", async (context) => {
    const system = new Map(readSystemZones());
    assert.ok(system.size > 300, `${system.size} zones`);
    const { runtimeVersion, systemVersion, differing } = await compareSystemZones({ now });
    context.diagnostic(
      `runtime ${runtimeVersion}, system ${systemVersion}; different: ${differing.join(", ") || "none"}`,
    );
    if (runtimeVersion === systemVersion) return assert.deepEqual(differing, []);
    for (const [timeZone, table] of system) {
      const isSame = changesBetween(table, now) === changesBetween(runtimeTable(timeZone), now);
      assert.equal(isSame, !differing.includes(timeZone), timeZone);
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
      for (let at = now; at < now + 400 * 86_400_000; at += 3_600_000) {
        const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
        assert.equal(offsetAt(timeZone, at), zoned.offsetNanoseconds / 1e6, `${timeZone} ${zoned.toString()}`);
      }
    }
  });
});

describe("a system of another version", without, () => {
  const directory = mkdtempSync(path.join(tmpdir(), "maple-zones-"));
  after(() => rmSync(directory, { recursive: true }));

  test("is compared and named, and changes no answer (rules/bookings 15.5)", async () => {
    // A law that moves Chicago to the clocks of Tokyo and leaves Paris as it is.
    mkdirSync(path.join(directory, "America"));
    mkdirSync(path.join(directory, "Europe"));
    writeFileSync(path.join(directory, "+VERSION"), "2099a\n");
    copyFileSync(path.join(systemZoneDirectory, "Asia/Tokyo"), path.join(directory, "America/Chicago"));
    copyFileSync(path.join(systemZoneDirectory, "Europe/Paris"), path.join(directory, "Europe/Paris"));
    writeFileSync(path.join(directory, "Europe/Berlin"), "not a zone file");
    const runtimeVersion = process.versions["tz"];
    const expected = { runtimeVersion, systemVersion: "2099a", differing: ["America/Chicago"] };
    assert.deepEqual(await compareSystemZones({ now, directory }), expected);
    assert.equal(localTimeOf("America/Chicago", Date.UTC(2027, 6, 1, 12)), "2027-07-01T07:00:00-05:00");
  });

  test("without files there is no version and no difference", async () => {
    const sources = await compareSystemZones({ now, directory: path.join(directory, "nothing") });
    assert.deepEqual([sources.systemVersion, sources.differing], [null, []]);
  });
});

test("a file that is no zone file is left alone", () => {
  assert.equal(parseZoneFile(Buffer.alloc(0)), undefined);
  assert.equal(parseZoneFile(Buffer.from("TZif\0")), undefined);
});
