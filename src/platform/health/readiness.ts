/**
 * Whether this process can do its work, answered from memory. A probe runs every second and uses the same connections as
 * the work. `/readyz` and `/healthz` answer from the last probes and do not ask the database (rules/operating 4.1, 4.2).
 *
 * Ready: each database answered a probe within the last 3 s, has all migrations and takes writes; every loop ended a run
 * in time; the process is not stopping. Unhealthy: the database answers a new connection, but the probe or a loop has
 * made no progress for twice its limit, so only a new process helps. A missing database makes a process unready, never
 * unhealthy.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LoopState } from "../jobs/loop.ts";
import type { ServiceLabels } from "../../kernel/service-labels.ts";
import type { PoolState } from "../postgres/pool/connections.ts";
import { withinLimit } from "../time-limit.ts";

/** A pool of the process, and what it is for. */
export interface NamedPool extends PoolState, ServiceLabels {
  readonly pool: "requests" | "work";
}

/** How the database of a service is asked. */
export interface ProbedService {
  readonly name: string;
  /** Goes the way of the work through the database; answers what is wrong with it. */
  readonly probe: () => Promise<readonly string[]>;
  /** Asks the database over a connection of its own, made for this; throws when there is no answer. */
  readonly askFresh: () => Promise<void>;
}

export interface ReadinessOptions {
  readonly services: readonly ProbedService[];
  readonly loops: () => readonly LoopState[];
  /** The pools of the process; none when absent. */
  readonly pools?: () => readonly NamedPool[];
  /** Called when a loop has stood for two minutes, and twice its limit, though the database answers. */
  readonly onStanding: (reason: string) => void;
  readonly everyMs?: number;
  readonly limitMs?: number;
}

export interface Readiness {
  start(): void;
  /** What keeps the process from being ready; nothing when it is. */
  problems(): readonly string[];
  /** What only a new process would mend. */
  faults(): readonly string[];
  /** Seconds since each loop ended a run. */
  loopAges(): readonly { readonly name: string; readonly seconds: number }[];
  pools(): readonly NamedPool[];
  /** Says from now on that the process is stopping. */
  drain(): void;
  stop(): Promise<void>;
}

/** What is known of one database, in milliseconds of `performance.now`. */
interface Known {
  readonly service: ProbedService;
  successAt: number | undefined;
  /** What the last probe that was answered found wrong. */
  found: readonly string[];
  /** Why the last probe was not answered. */
  failure: string | undefined;
  /** Since when fresh connections are answered; undefined while they are not. */
  freshSince: number | undefined;
}

const usualLimitMs = 3_000;
const standingMs = 120_000;

/** Prepares the probes; none runs before `start`. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { everyMs = 1_000, limitMs = usualLimitMs } = options;
  const known: readonly Known[] = options.services.map((service) => ({
    service,
    successAt: undefined,
    found: [],
    failure: undefined,
    freshSince: undefined,
  }));
  const stopping = new AbortController();
  let draining = false;
  let startedAt = performance.now();
  let running: Promise<unknown> = Promise.resolve();

  async function probe(each: Known): Promise<void> {
    try {
      each.found = await withinLimit("the probe", limitMs, () => each.service.probe());
      each.successAt = performance.now();
    } catch (error) {
      each.failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Asks a fresh connection while something is late. */
  async function look(each: Known): Promise<void> {
    const now = performance.now();
    const isLate = now - (each.successAt ?? startedAt) > limitMs;
    if (!isLate && options.loops().every((loop) => stoodMs(loop, now) < loop.limitMs)) {
      each.freshSince = undefined;
      return;
    }
    try {
      await withinLimit("a fresh connection", limitMs, () => each.service.askFresh());
      each.freshSince ??= performance.now();
    } catch {
      each.freshSince = undefined;
    }
  }

  async function run(each: Known): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await Promise.all([probe(each), look(each)]);
      const fault = standing().find(({ forMs, limitMs: limit }) => forMs >= Math.max(standingMs, 2 * limit));
      if (fault !== undefined) options.onStanding(fault.what);
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** The loops that stand though every database has answered fresh connections for as long. */
  function standing(): readonly Standing[] {
    const since = known.map(({ freshSince }) => freshSince ?? Infinity);
    const now = performance.now();
    const answeredMs = now - Math.max(...since);
    return options.loops().map((loop) => {
      const forMs = Math.min(answeredMs, stoodMs(loop, now));
      return { what: `the job ${loop.name} stands for ${seconds(forMs)} s`, forMs, limitMs: loop.limitMs };
    });
  }

  return {
    start() {
      startedAt = performance.now();
      running = Promise.all(known.map(run));
    },
    problems() {
      const now = performance.now();
      const ofDatabases = known.flatMap(({ service: { name }, successAt = -Infinity, found, failure }) => {
        const told = now - successAt <= limitMs ? found : [failure ?? "not probed yet"];
        return told.map((each) => `${name}: ${each}`);
      });
      const ofLoops = options.loops().flatMap(({ name, everyMs: every, limitMs: limit, endedAt }) => {
        const allowedMs = Math.max(3 * every, limit + 10_000);
        return now - endedAt > allowedMs ? [`the job ${name} has ended no run for ${seconds(now - endedAt)} s`] : [];
      });
      return [...(draining ? ["the process is stopping"] : []), ...ofDatabases, ...ofLoops];
    },
    faults() {
      const now = performance.now();
      const probes = known.flatMap(({ service: { name }, successAt, freshSince = Infinity }) => {
        const forMs = now - Math.max(successAt ?? startedAt, freshSince);
        return forMs >= 2 * limitMs
          ? [`${name}: the probe fails for ${seconds(forMs)} s though the database answers`]
          : [];
      });
      const loops = standing().filter(({ forMs, limitMs: limit }) => forMs >= 2 * limit);
      return [...probes, ...loops.map(({ what }) => what)];
    },
    loopAges: () =>
      options.loops().map(({ name, endedAt }) => ({ name, seconds: (performance.now() - endedAt) / 1_000 })),
    pools: () => options.pools?.() ?? [],
    drain: () => void (draining = true),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

interface Standing {
  readonly what: string;
  readonly forMs: number;
  readonly limitMs: number;
}

/** How long a loop is at one run, or late for the next one. */
function stoodMs({ runningSince, endedAt, everyMs }: LoopState, now: number): number {
  return runningSince === undefined ? Math.max(0, now - endedAt - everyMs) : now - runningSince;
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1_000);
}
