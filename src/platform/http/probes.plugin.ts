/**
 * Liveness, readiness and metrics for the operator, on the main port or on a port of their own. All answers come from
 * memory, so they are fast in every fault.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { observeProcess } from "../health/observe-process.ts";
import type { Readiness } from "../health/readiness.ts";
import type { Metrics } from "../metrics/create-metrics.ts";

export interface ProbeOptions {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** The number by which the process stands in the table `processes`; `maple doctor` finds by it which database it serves. */
  readonly processId?: string | undefined;
}

/** Answered whatever else is asked. */
const probe = { callClass: 0, needsNoSlot: true, isProbe: true } as const;

/** Adds `/healthz`, `/readyz` and `/metrics`. */
export function probesPlugin({ readiness, metrics, processId }: ProbeOptions): (server: FastifyInstance) => void {
  return (server) => {
    server.get("/healthz", { config: { ...probe, label: "GET /healthz" } }, async (_request, answer) => {
      const problems = readiness.faults();
      const body = problems.length === 0 ? { status: "ok" } : { status: "failing", problems };
      return answer
        .code(problems.length === 0 ? 200 : 503)
        .header("cache-control", "no-store")
        .send(body);
    });
    server.get("/readyz", { config: { ...probe, label: "GET /readyz" } }, async (request, answer) => {
      const problems = readiness.problems();
      const status = problems.length === 0 ? "ready" : "not_ready";
      return answer
        .code(problems.length === 0 ? 200 : 503)
        .header("cache-control", "no-store")
        .send({
          status,
          problems,
          ...(processId === undefined ? {} : { process: processId, reached: howReached(request) }),
        });
    });
    server.get("/metrics", { config: { ...probe, label: "GET /metrics" } }, async (_request, answer) => {
      observeProcess(readiness, metrics);
      return answer
        .headers({ "content-type": metrics.registry.contentType, "cache-control": "no-store" })
        .send(await metrics.registry.metrics());
    });
  };
}

/** How a request came here: the host that it asks for, and how many proxies have named an address. */
function howReached({ headers, raw }: FastifyRequest): { readonly host: string | null; readonly forwarded: number } {
  const named = raw.headersDistinct["x-forwarded-for"] ?? [];
  const addresses = named.flatMap((line) => line.split(",")).filter((address) => address.trim() !== "");
  return { host: headers.host ?? null, forwarded: addresses.length };
}
