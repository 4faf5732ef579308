/**
 * Judges the figures of the service by the limits of its alerts (`deploy/prometheus/maple.rules.yml`), so that the page and
 * the alert say the same. Pure.
 */
import type { UnattendedBoard } from "../../orders/staff/attendance.sql.ts";
import type { ProcessSeen } from "../../platform/clock/processes.sql.ts";
import type { QueueSeen } from "../../webhooks/delivery/read-queue.query.ts";
import { lasts } from "../shell/operator-page.ts";

export interface HealthFigures {
  readonly queue: QueueSeen;
  readonly lateTimerSeconds: number;
  readonly drainAgeSeconds: number;
  readonly owedRefunds: { readonly count: number; readonly oldestSeconds: number };
  /** Writes at reservation providers of which nobody knows yet what became. */
  readonly unsettled: { readonly count: number; readonly oldestSeconds: number };
  readonly connections: { readonly used: number; readonly most: number };
  readonly unattended: readonly UnattendedBoard[];
  /** Those heard of within the last hour. */
  readonly processes: readonly ProcessSeen[];
}

export type HealthState = "bad" | "warn" | "good";

/** One figure, judged. */
export interface HealthLine {
  readonly state: HealthState;
  readonly name: string;
  readonly figure: string;
  /** What to do while it is not good. */
  readonly todo: string;
  /** The part of docs/runbook.md, by its heading. */
  readonly runbook: string;
  /** A page of the operator that shows more. */
  readonly more?: { readonly href: string; readonly label: string };
}

const byUrgency: Readonly<Record<HealthState, number>> = { bad: 0, warn: 1, good: 2 };

/** Every figure, the worst first; within a state in the order in which an operator looks. */
export function judgeHealth(figures: HealthFigures): readonly HealthLine[] {
  return [
    workers(figures),
    lost(figures),
    clocks(figures),
    refusals(figures),
    deliveries(figures),
    timers(figures),
    boards(figures),
    drain(figures),
    refunds(figures),
    providers(figures),
    connections(figures),
    weeks(figures),
  ].toSorted((a, b) => byUrgency[a.state] - byUrgency[b.state]);
}

const above = (isOver: boolean, state: "bad" | "warn"): HealthState => (isOver ? state : "good");

function workers({ processes }: HealthFigures): HealthLine {
  const alive = processes.filter(({ is_alive: isAlive }) => isAlive);
  const calls = alive.filter(({ kind }) => kind === "serve").length;
  const work = alive.length - calls;
  return {
    state: above(work === 0, "bad"),
    name: "Processes for background work",
    figure: `${work} alive${calls === 0 ? "" : `, beside ${calls} for calls`}`,
    todo: "No process delivers webhooks, fires timers or pays refunds. Start one: bin/maple.js work.",
    runbook: "Unready",
  };
}

function lost({ processes }: HealthFigures): HealthLine {
  const gone = processes.filter(({ is_alive: isAlive, stopped_at: stopped }) => !isAlive && stopped === null);
  return {
    state: above(gone.length > 0, "warn"),
    name: "Processes that fell silent in the last hour",
    figure: String(gone.length),
    todo: "They did not stop in order. Look at their logs, and start them again.",
    runbook: "Unready",
  };
}

function clocks({ processes }: HealthFigures): HealthLine {
  const skews = processes.filter(({ is_alive: isAlive }) => isAlive).map(({ skew_seconds: skew }) => Math.abs(skew));
  const skew = Math.max(0, ...skews);
  return {
    state: skew > 2 ? "bad" : above(skew > 0.5, "warn"),
    name: "Clock of a machine, off by",
    figure: lasts(skew),
    todo: "Look at chronyc tracking on the machine with the largest skew below and on the database's. Set the wrong clock right.",
    runbook: "Clock wrong",
  };
}

/** A single refusal among a few calls wakes nobody: the alert asks for five minutes of them. */
const leastRefused = 5;

/** Of the calls of five minutes, at all processes alive, those that were answered 503; as a share where they are not few. */
export function refusedShare({ processes }: Pick<HealthFigures, "processes">) {
  const alive = processes.filter(({ is_alive: isAlive }) => isAlive);
  const calls = alive.reduce((sum, one) => sum + one.recent_calls, 0);
  const refused = alive.reduce((sum, one) => sum + one.recent_refused, 0);
  // One of the first three calls after a start is a third of them, and says nothing.
  const isFew = refused < leastRefused;
  return { calls, refused, share: isFew || calls === 0 ? 0 : refused / calls, isFew };
}

function refusals(figures: HealthFigures): HealthLine {
  const { calls, refused, share, isFew } = refusedShare(figures);
  return {
    state: above(share > 0.01, "bad"),
    name: "Calls of five minutes that were answered 503",
    figure:
      isFew && refused > 0
        ? `${refused} of ${calls}: too few to judge`
        : `${(share * 100).toFixed(1)} %: ${refused} of ${calls}`,
    todo: "Start another maple serve, or find the app that calls without pause; its key can be revoked.",
    runbook: "Overload",
    more: { href: "/operator/apps", label: "Apps" },
  };
}

function deliveries({ queue }: HealthFigures): HealthLine {
  return {
    state: above(queue.oldestDueSeconds > 60, "bad"),
    name: "Oldest webhook that is due",
    figure: `${lasts(queue.oldestDueSeconds)}, ${queue.due} due, ${queue.waiting} waiting`,
    todo: "For all partners: is a process that works alive? For one: its receiver is down. Tell the partner; Maple tries again.",
    runbook: "Deliveries stand",
  };
}

function timers({ lateTimerSeconds: late }: HealthFigures): HealthLine {
  return {
    state: above(late > 5, "bad"),
    name: "Latest timer of an order, late by",
    figure: lasts(late),
    todo: "Look for the session in the database that holds the others up, and end it when it is not Maple's.",
    runbook: "Slow or locked",
  };
}

function boards({ unattended }: HealthFigures): HealthLine {
  const orders = unattended.reduce((sum, one) => sum + one.orders, 0);
  const first = unattended[0];
  return {
    state: above(orders > 0, "warn"),
    name: "Orders that no board shows",
    figure:
      orders === 0 ? "0" : `${orders}, at ${unattended.map(({ name, location_id: id }) => name ?? id).join(", ")}`,
    todo: "Nobody looks at the board there. Call the restaurant; pause its ordering when nobody answers.",
    runbook: "Nobody at the board",
    ...(first === undefined
      ? {}
      : { more: { href: `/operator/locations/${first.location_id}`, label: "The restaurant" } }),
  };
}

function drain({ drainAgeSeconds: age }: HealthFigures): HealthLine {
  return {
    state: above(age > 30, "warn"),
    name: "Transaction that holds back the order lists",
    figure: lasts(age),
    todo: "Partners see new orders late. Look for the session that is open for longest, and end it when it is not Maple's.",
    runbook: "Slow or locked",
  };
}

function refunds({ owedRefunds: { count, oldestSeconds } }: HealthFigures): HealthLine {
  return {
    state: above(oldestSeconds > 3_600, "warn"),
    name: "Refunds that are owed",
    figure: count === 0 ? "0" : `${count}, the oldest for ${lasts(oldestSeconds)}`,
    todo: "The last error of each says why. Refunds are tried again by themselves, and never paid twice.",
    runbook: "Processor down",
    more: { href: "/operator/money", label: "What is owed" },
  };
}

function providers({ unsettled: { count, oldestSeconds } }: HealthFigures): HealthLine {
  return {
    state: above(oldestSeconds > 600, "warn"),
    name: "Writes at reservation providers, not settled",
    figure: count === 0 ? "0" : `${count}, the oldest for ${lasts(oldestSeconds)}`,
    todo: "A provider does not answer. It is asked again by itself; what it will never answer is settled by hand.",
    runbook: "Processor down",
    more: { href: "/operator/operations?state=unsettled", label: "What is not settled" },
  };
}

function connections({ connections: { used, most } }: HealthFigures): HealthLine {
  return {
    state: above(used / most > 0.9, "warn"),
    name: "Connections to the database",
    figure: `${used} of ${most}`,
    todo: "End what is not Maple's, lower DATABASE_POOL_SIZE, run fewer processes, or raise max_connections.",
    runbook: "Connections gone",
  };
}

function weeks({ queue }: HealthFigures): HealthLine {
  return {
    state: above(queue.ledgerWeeks < 2, "warn"),
    name: "Weeks of the event ledger that are ready",
    figure: `${queue.ledgerWeeks} of 2`,
    todo: "The next run of make_ledger_weeks makes what is missing, within an hour. Nothing is lost meanwhile.",
    runbook: "Slow or locked",
  };
}
