/** Liveness, readiness and metrics, for whoever runs the service; on the main port or on one of their own. */
import type { FastifyInstance } from "fastify";
import { environmentWord } from "../../kernel/environment.ts";
import type { Metrics } from "../metrics.ts";
import { listMissingMigrations } from "../postgres/migrate.ts";
import type { Databases } from "./ports.ts";

export interface ProbeOptions {
  readonly databases: Databases;
  readonly metrics: Metrics;
}

/** Answered whatever else is asked. */
const probe = { callClass: 0, needsNoSlot: true } as const;

/** Adds `/healthz`, `/readyz` and `/metrics`. */
export function probesPlugin({ databases, metrics }: ProbeOptions): (server: FastifyInstance) => void {
  return (server) => {
    server.get("/healthz", { config: { ...probe, label: "GET /healthz" } }, async (_request, answer) =>
      answer.header("cache-control", "no-store").send({ status: "ok" }),
    );
    server.get("/readyz", { config: { ...probe, label: "GET /readyz" } }, async (_request, answer) => {
      const problems: string[] = [];
      for (const database of [databases.test, databases.live]) {
        if (database === undefined) continue;
        try {
          const missing = await listMissingMigrations((sql) => database.read.rows(sql));
          if (missing.length > 0)
            problems.push(
              `${environmentWord(database.livemode)}: migrations are missing, run maple migrate: ${missing.join(", ")}`,
            );
        } catch {
          problems.push(`${environmentWord(database.livemode)}: the database does not answer`);
        }
      }
      const status = problems.length === 0 ? "ready" : "not_ready";
      return answer
        .code(problems.length === 0 ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ status, problems });
    });
    server.get("/metrics", { config: { ...probe, label: "GET /metrics" } }, async (_request, answer) =>
      answer
        .headers({ "content-type": metrics.registry.contentType, "cache-control": "no-store" })
        .send(await metrics.registry.metrics()),
    );
  };
}
