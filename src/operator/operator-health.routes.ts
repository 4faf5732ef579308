/**
 * The health of the service, for programs: the figures of the operator's first page, with the same judgement
 * (rules/people 10.2).
 */
import Type from "typebox";
import { toIso } from "../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { judgeHealth, type HealthState } from "./health/judge-health.ts";
import { readHealth } from "./health/read-health.query.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const states = ["bad", "warn", "good"] as const satisfies readonly HealthState[];
const seconds = (description: string) => Type.Integer({ minimum: 0, description });
const whole = (seconds: number): number => Math.max(0, Math.round(seconds));
const count = (description: string) => Type.Integer({ minimum: 0, description });

const figures = Type.Object({
  deliveries_due: count("Webhooks that are due."),
  deliveries_waiting: count("Webhooks whose next attempt is later."),
  deliveries_held: count("Webhooks of disabled subscriptions."),
  oldest_due_seconds: seconds("For how long the oldest webhook has been due."),
  ledger_weeks: count("Of this week and the next, those that the event ledger has room for."),
  late_timer_seconds: seconds("How late the latest timer of an order is."),
  drain_age_seconds: seconds("The age of the transaction that holds back the order lists."),
  owed_refunds: count("Refunds that are owed."),
  oldest_owed_seconds: seconds("For how long the oldest of them has been owed."),
  unsettled_operations: count("Writes at reservation providers of which nobody knows what became."),
  oldest_unsettled_seconds: seconds("The age of the oldest of them."),
  connections_used: count("Connections to the server of the database."),
  connections_most: count("The most that it takes."),
});

const healthRoute = defineRoute({
  method: "GET",
  path: operatorPath("/health"),
  operationId: "operatorGetHealth",
  tag: "Operator",
  summary: "Read whether the service is well",
  description:
    "The figures of the alerts, judged by the limits of the alerts, the worst first; `runbook` is a heading of docs/runbook.md. What a process alone knows (event loop, pools) is in `/metrics`.",
  access: operatorAccess,
  params: operatorParams,
  success: {
    200: Type.Object(
      {
        object: Type.Literal("health"),
        read_at: isoInstant("The time of the database."),
        state: oneOf(states, "The worst of the findings: bad wants somebody now, warn soon."),
        findings: Type.Array(
          Type.Object({
            state: oneOf(states),
            name: Type.String({ maxLength: 200 }),
            figure: Type.String({ maxLength: 2000 }),
            todo: Type.String({ maxLength: 500, description: "What to do while it is not good." }),
            runbook: Type.String({ maxLength: 100 }),
          }),
        ),
        figures,
        unattended: Type.Array(
          Type.Object({
            location_id: idField("str"),
            name: nullable(Type.String({ maxLength: 500 })),
            orders: count("Orders that wait there and that no board shows."),
          }),
        ),
        processes: Type.Array(
          Type.Object({
            id: Type.String({ maxLength: 40 }),
            kind: oneOf(["dev", "serve", "work"]),
            host: Type.String({ maxLength: 255 }),
            started_at: isoInstant("When it started."),
            stopped_at: nullable(isoInstant("When it ended in order.")),
            alive: Type.Boolean({ description: "Heard of within 30 seconds, and not stopped." }),
            silent_seconds: seconds("For how long it was not heard of."),
            skew_milliseconds: Type.Integer({ description: "How far its clock is ahead of the database." }),
            recent_calls: count("Calls that it answered in five minutes."),
            recent_refused: count("Those of them with 503."),
          }),
          { description: "Those heard of within the last hour." },
        ),
      },
      { title: "Health" },
    ),
  },
  refusals: ["not_found"],
  example: {
    response: {
      object: "health",
      read_at: "2026-11-24T18:40:00.000Z",
      state: "bad",
      findings: [
        {
          state: "bad",
          name: "Processes for background work",
          figure: "0 alive, beside 1 for calls",
          todo: "No process delivers webhooks, fires timers or pays refunds. Start one: bin/maple.js work.",
          runbook: "Unready",
        },
      ],
      figures: {
        deliveries_due: 12,
        deliveries_waiting: 0,
        deliveries_held: 0,
        oldest_due_seconds: 71,
        ledger_weeks: 2,
        late_timer_seconds: 0,
        drain_age_seconds: 0,
        owed_refunds: 0,
        oldest_owed_seconds: 0,
        unsettled_operations: 0,
        oldest_unsettled_seconds: 0,
        connections_used: 11,
        connections_most: 100,
      },
      unattended: [],
      processes: [
        {
          id: "0d4f6c1e-5a1b-4a51-9d6c-2f4f5b7e8a90",
          kind: "serve",
          host: "one.example.com",
          started_at: "2026-11-24T08:00:00.000Z",
          stopped_at: null,
          alive: true,
          silent_seconds: 4,
          skew_milliseconds: 10,
          recent_calls: 1_204,
          recent_refused: 0,
        },
      ],
    },
  },
});

/** The operator's route about health. */
export function operatorHealthRoutes(): BoundRoute[] {
  return [
    bindRead(healthRoute, async (_call, db) => {
      const read = await readHealth(db);
      const findings = judgeHealth(read).map(({ state, name, figure, todo, runbook }) => ({
        state,
        name,
        figure,
        todo,
        runbook,
      }));
      return reply(200, {
        object: "health" as const,
        read_at: toIso(read.now),
        state: findings[0]?.state ?? ("good" as const),
        findings,
        figures: {
          deliveries_due: read.queue.due,
          deliveries_waiting: read.queue.waiting,
          deliveries_held: read.queue.held,
          oldest_due_seconds: whole(read.queue.oldestDueSeconds),
          ledger_weeks: read.queue.ledgerWeeks,
          late_timer_seconds: whole(read.lateTimerSeconds),
          drain_age_seconds: whole(read.drainAgeSeconds),
          owed_refunds: read.owedRefunds.count,
          oldest_owed_seconds: whole(read.owedRefunds.oldestSeconds),
          unsettled_operations: read.unsettled.count,
          oldest_unsettled_seconds: whole(read.unsettled.oldestSeconds),
          connections_used: read.connections.used,
          connections_most: read.connections.most,
        },
        unattended: read.unattended.map(({ location_id, name, orders }) => ({ location_id, name, orders })),
        processes: read.processes.map(({ is_alive: alive, skew_seconds: skew, ...one }) => ({
          ...one,
          started_at: toIso(one.started_at),
          stopped_at: one.stopped_at === null ? null : toIso(one.stopped_at),
          alive,
          silent_seconds: whole(one.silent_seconds),
          skew_milliseconds: Math.round(skew * 1_000),
        })),
      });
    }),
  ];
}
