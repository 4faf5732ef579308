import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createDatabaseClock, type DatabaseClock } from "./database-clock.ts";
import { judgeSkew } from "./judge-skew.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 10, 22);

/** A world with a true time, a program whose clock is off, and a database whose clock is off too. */
function createWorld(offsets: { program?: number; database?: number } = {}) {
  const state = { elapsed: 0, program: offsets.program ?? 0, database: offsets.database ?? 0 };
  const clock = createDatabaseClock({
    wall: () => start + state.elapsed + state.program,
    monotonic: () => 5_000 + state.elapsed,
  });
  return {
    state,
    clock,
    pass: (ms: number) => void (state.elapsed += ms),
    databaseNow: () => start + state.elapsed + state.database,
    /** Reads as a statement does: the database looks at its clock somewhere in the round trip. */
    read(tripMs = 0, share = 0.5) {
      const sentAtMs = 5_000 + state.elapsed;
      state.elapsed += tripMs * share;
      const databaseMs = start + state.elapsed + state.database;
      state.elapsed += tripMs * (1 - share);
      clock.take({ databaseMs, sentAtMs, receivedAtMs: 5_000 + state.elapsed });
    },
  };
}

describe("the time", () => {
  test("is the database's, whatever the program's clock says or does (rules/operating 2.1 and 2.2)", () => {
    for (const program of [-3_600_000, 0, day, 32 * day]) {
      const world = createWorld({ program });
      world.read();
      world.pass(1_234);
      assert.equal(world.clock.now(), start + 1_234);
      world.state.program += 3 * day;
      assert.equal(world.clock.now(), start + 1_234);
    }
  });

  test("follows the database when that is set anew", () => {
    const world = createWorld();
    world.read();
    world.state.database = 3_600_000;
    world.read(4_000);
    assert.ok(Math.abs(world.clock.now() - world.databaseNow()) <= 2_000);
  });

  test("is never wrong by more than half of the shortest round trip, and drift", () => {
    const trips = fc.array(fc.record({ tripMs: fc.nat(3_000), share: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(trips, (all) => {
        const world = createWorld({ program: day });
        for (const { tripMs, share } of all) world.read(tripMs, share);
        const shortest = Math.min(...all.map(({ tripMs }) => tripMs));
        assert.ok(Math.abs(world.clock.now() - world.databaseNow()) <= shortest / 2 + 15);
      }),
    );
  });

  test("is not known before the first reading", () => {
    const { clock } = createWorld();
    assert.throws(() => clock.now(), /not been read/);
    assert.throws(() => clock.signingTime(), /too old to sign by/);
    assert.deepEqual(clock.standing(), { kind: "unread", skewMs: 0 });
    assert.equal(clock.mayDelete(), false);
  });
});

describe("signing", () => {
  test("ends 90 s after the last reading, and goes on with the next (rules/operating 2.3)", () => {
    const world = createWorld({ program: 32 * day });
    world.read();
    world.pass(90_000);
    assert.equal(world.clock.signingTime(), start + 90_000);
    world.pass(1);
    assert.throws(() => world.clock.signingTime(), /too old to sign by/);
    world.read();
    assert.equal(world.clock.signingTime(), start + 90_001);
  });

  test("waits for a reading after the machine has slept: the monotonic clock stood", () => {
    const world = createWorld();
    world.read();
    world.state.program += 3_600_000;
    assert.throws(() => world.clock.signingTime(), /too old to sign by/);
  });
});

describe("the skew", () => {
  test("leaves half the round trip out", () => {
    const world = createWorld({ program: 700 });
    world.read(400, 1);
    assert.deepEqual(world.clock.standing(), { kind: "right", skewMs: 300 });
    const behind = createWorld({ program: -700 });
    behind.read(400, 1);
    assert.deepEqual(behind.clock.standing(), { kind: "off", skewMs: -700 });
  });

  const cases: readonly (readonly [number, readonly number[], string])[] = [
    [500, [], "right"],
    [-501, [], "off"],
    [2_000, [], "off"],
    [-2_001, [], "wrong"],
    [5_000, [], "wrong"],
    [5_001, [], "far_off"],
    [day, [day], "far_off"],
    [day, [day, 0], "far_off"],
    [day, [day, day + 1_000], "database_wrong"],
    [day, [day, day + 1_001], "far_off"],
    [day, [day, day, 0], "database_wrong"],
    [day, [day, day, 0, 0], "far_off"],
    [-3_600_000, [-3_600_000, -3_600_200], "database_wrong"],
    [2_500, [2_500, 2_600, 0], "database_wrong"],
    [1_000, [1_000, 1_000], "off"],
  ];
  for (const [skewMs, alive, kind] of cases) {
    test(`${skewMs} ms among ${JSON.stringify(alive)} is ${kind}`, () => assert.equal(judgeSkew(skewMs, alive), kind));
  }

  test("of a process that starts is judged at once, of one that runs after the others had time to look", () => {
    const started = createWorld({ program: day });
    started.read();
    assert.equal(started.clock.standing().kind, "far_off");
    assert.equal(started.clock.mayLease(), false);

    const running = createWorld();
    running.read();
    running.state.database = -3_600_000;
    running.read();
    assert.equal(running.clock.standing().kind, "off");
    assert.equal(running.clock.mayLease(), true);
    running.clock.hear([3_600_000, 3_600_010]);
    assert.equal(running.clock.standing().kind, "database_wrong");
    running.clock.hear([3_600_000, 0]);
    running.pass(15_000);
    assert.equal(running.clock.standing().kind, "far_off");
    assert.equal(running.clock.mayLease(), false);
    running.state.database = 0;
    running.read();
    assert.equal(running.clock.standing().kind, "right");
  });
});

describe("deletion", () => {
  const readFor = (world: ReturnType<typeof createWorld>, ms: number, everyMs = 10_000): void => {
    for (let passed = 0; passed < ms; passed += everyMs) {
      world.pass(everyMs);
      world.read();
    }
  };
  const agreed = (): { world: ReturnType<typeof createWorld>; clock: DatabaseClock } => {
    const world = createWorld();
    world.read();
    readFor(world, 600_000);
    return { world, clock: world.clock };
  };

  test("waits until both clocks have agreed for ten minutes (rules/operating 2.7)", () => {
    const world = createWorld({ program: 1_900 });
    world.read();
    readFor(world, 590_000);
    assert.equal(world.clock.mayDelete(), false);
    readFor(world, 10_000);
    assert.equal(world.clock.mayDelete(), true);
  });

  test("ends when the program's clock or the database's is set, by little or by much, and begins anew", () => {
    for (const which of ["program", "database"] as const) {
      for (const step of [-3_600_000, -2_500, 2_500, day]) {
        const { world, clock } = agreed();
        assert.equal(clock.mayDelete(), true);
        world.state[which] += step;
        world.pass(10_000);
        world.read();
        assert.equal(clock.mayDelete(), false, `${which} ${step}`);
        world.state[which] -= step;
        readFor(world, 600_000);
        assert.equal(clock.mayDelete(), false, "the ten minutes begin with the first reading that agrees");
        readFor(world, 10_000);
        assert.equal(clock.mayDelete(), true);
      }
    }
  });

  test("does not count two agreements that lie on both sides of a silence", () => {
    const world = createWorld();
    world.read();
    world.pass(600_000);
    world.read();
    world.read();
    assert.equal(world.clock.mayDelete(), false);
  });

  test("never is while most processes see the database wrong", () => {
    const world = createWorld({ database: 3_600_000 });
    world.read();
    world.clock.hear([-3_600_000, -3_600_000]);
    readFor(world, 1_200_000);
    assert.equal(world.clock.standing().kind, "database_wrong");
    assert.equal(world.clock.mayLease(), true);
    assert.equal(world.clock.mayDelete(), false);
  });
});
