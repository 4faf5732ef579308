/** Faults of the primary's own machine: its disk, and its clock. */
import { leaderOf, type Fault } from "./fault.ts";

/** More than any time-out of replication, less than the time in which an order must be decided or paid. */
const shiftSeconds = 60;

export const nodeFaults: readonly Fault[] = [
  {
    word: "disk",
    name: "the primary's disk is full",
    way: "direct",
    extras: { disks: true },
    backMs: 5_000,
    backFrom: "end",
    async strike(cluster) {
      const { disk, name } = await leaderOf(cluster);
      if (disk === undefined) throw new Error(`${name} has no disk of its own`);
      await disk.fill();
      return { lastsMs: 30_000, mend: () => disk.free() };
    },
  },
  {
    word: "clocks",
    name: "the primary's clock goes back a minute",
    way: "direct",
    extras: { clocks: true },
    gapMs: 3_000,
    // Mended, it goes forward by a minute.
    async strike(cluster) {
      const { clock, name } = await leaderOf(cluster);
      if (clock === undefined) throw new Error(`${name} has no clock of its own`);
      clock.set(-shiftSeconds);
      return { lastsMs: 20_000, mend: () => clock.set(0) };
    },
  },
];
