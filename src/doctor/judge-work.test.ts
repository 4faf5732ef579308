/** The doctor's findings about the work of the processes (rules/operating 9.4). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeHosts } from "./judge-hosts.ts";
import { newId } from "../kernel/id.ts";
import {
  judgeBookingTimes,
  judgeDeliveries,
  judgePartitions,
  judgeProcesses,
  judgeSecretKey,
  judgeSessions,
} from "./judge-work.ts";

test("a pooler in transaction mode: sessions share a server process and hear nothing", () => {
  const { pooler, wakeUps } = judgeSessions({ areTwo: false, hears: false });
  assert.deepEqual([pooler.standing, wakeUps.standing], ["wrong", "warning"]);
  assert.match(pooler.remedy ?? "", /pool_mode = session/);
});

test("secrets that no key opens: another key sealed them, or test and live have each other's database", () => {
  const { remedy } = judgeSecretKey({ sealed: 1, unreadable: ["dws_1"] });
  assert.match(remedy ?? "", /SECRET_KEY_PREVIOUS.*DATABASE_URL and LIVE_DATABASE_URL are exchanged/);
});

test("the work: nobody serves, weeks are missing, deliveries stand", () => {
  assert.match(judgeProcesses([]).says, /no serve and no work process/);
  assert.equal(
    judgeProcesses([{ id: "1", kind: "dev", host: "h", skew_seconds: 0, connections: 4 }]).standing,
    "right",
  );
  const standing = { readyWeeks: 1, due: 9, held: 2, oldestDueSeconds: 61 };
  assert.equal(judgePartitions(standing).standing, "warning");
  assert.match(judgeDeliveries(standing).says, /9 deliveries are due, the oldest for 61 s; 2 wait/);
  assert.equal(judgeDeliveries({ ...standing, oldestDueSeconds: 60 }).standing, "right");
});

test("bookings that could not be given their promised time: how many, and where", () => {
  assert.equal(judgeBookingTimes([]).standing, "right");
  const places = Array.from({ length: 4 }, () => ({ locationId: newId("str"), bookings: 2 }));
  const found = judgeBookingTimes(places);
  assert.equal(found.standing, "warning");
  assert.match(found.says, /^8 bookings stand at another time than promised, at str_\w+, str_\w+, str_\w+, …$/);
  assert.match(judgeBookingTimes([{ locationId: newId("str"), bookings: 1 }]).says, /^a booking stands .* at str_\w+$/);
});

test("several hosts: one takes writes, the others follow; two that take writes are two databases", () => {
  const [standby, gone] = [
    new Error("the session is not as it must be: the server is a standby; the server takes no writes"),
    Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
  ];
  const judge = (...errors: readonly unknown[]) =>
    judgeHosts(errors.map((error, place) => ({ name: `h${place + 1}`, error, server: `server ${place}` })));
  assert.deepEqual(
    [judge(undefined, standby).standing, judge(undefined, standby).says],
    ["right", "h1 takes writes, h2 follows"],
  );
  assert.match(judge(undefined, gone).says, /^h1 takes writes, h2 refuses connections/);
  assert.equal(judge(undefined, gone).standing, "warning");
  assert.match(judge(undefined, standby, undefined).says, /^h1 and h3 take writes: they are two databases$/);
  const proxies = ["p1", "p2"].map((name) => ({ name, error: undefined, server: "one" }));
  assert.deepEqual(judgeHosts(proxies).says, "p1 and p2 lead to the server that takes writes");
  assert.equal(judgeHosts(proxies).standing, "right");
  assert.match(judge(standby, gone).says, /^no host takes writes: h1 is a standby, h2 refuses connections/);
});
