/** Figures of calls: how long they take, who is refused, what waits. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { serviceLabel } from "../../kernel/service-labels.ts";

/** Makes them in the registries. */
export function callMetrics(registers: Registry[]) {
  return {
    requests: new Histogram({
      name: "maple_http_request_seconds",
      help: "Time from request to answer, by route and status.",
      labelNames: ["route", "status"] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    droppedRequests: new Counter({
      name: "maple_requests_not_logged_total",
      help: "Requests of apps that are missing in their request log because too many waited to be written.",
      registers,
    }),
    admissionRefused: new Counter({
      name: "maple_admission_refused_total",
      help: "Calls refused with 503 before any work, by class and reason.",
      labelNames: [serviceLabel, "class", "reason"] as const,
      registers,
    }),
    admissionWait: new Histogram({
      name: "maple_admission_wait_seconds",
      help: "Time that admitted calls waited for their slot, by class.",
      labelNames: [serviceLabel, "class"] as const,
      buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1],
      registers,
    }),
    admissionWaiting: new Gauge({
      name: "maple_admission_waiting",
      help: "Calls that wait for a slot, by class.",
      labelNames: [serviceLabel, "class"] as const,
      registers,
    }),
    admissionRunning: new Gauge({
      name: "maple_admission_running",
      help: "Calls that hold a slot.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    admissionBodyBytes: new Gauge({
      name: "maple_request_body_bytes",
      help: "Bytes of the request bodies under way, as announced.",
      registers,
    }),
    loopLate: new Gauge({
      name: "maple_event_loop_late_seconds",
      help: "How late the event loop was in the last second, 99th percentile.",
      registers,
    }),
    connectionsDropped: new Counter({
      name: "maple_http_connections_dropped_total",
      help: "Connections closed at once because the process had as many as it takes.",
      registers,
    }),
  };
}
