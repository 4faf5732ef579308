/** Writes the figures of admission to the metrics: calls that wait, refused calls, slots in use. */
import type { Environment } from "../../kernel/environment.ts";
import type { Metrics } from "../metrics.ts";
import { callClasses, rankOf, type CallClass } from "./call-class.ts";
import type { AdmissionQueue } from "./admission-queue.ts";

export interface AdmissionState {
  readonly queues: Readonly<Record<Environment, AdmissionQueue>>;
  readonly loopLateMs: number;
  readonly bodyBytes: number;
}

export interface AdmissionMetrics {
  refused(environment: Environment, callClass: CallClass, why: string): void;
  waited(environment: Environment, callClass: CallClass, milliseconds: number): void;
  /** Called once a second. */
  observe(state: AdmissionState): void;
}

/** Writes to the registry of the process. */
export function admissionMetrics(metrics: Metrics, environments: readonly Environment[]): AdmissionMetrics {
  const hasLive = environments.includes("live");
  return {
    refused: (environment, callClass, reason) =>
      metrics.admissionRefused.inc({ environment, class: String(callClass), reason }),
    waited: (environment, callClass, milliseconds) =>
      metrics.admissionWait.observe({ environment, class: String(callClass) }, milliseconds / 1000),
    observe({ queues, loopLateMs, bodyBytes }) {
      for (const environment of environments) {
        const queue = queues[environment];
        metrics.admissionRunning.set({ environment }, queue.running);
        for (const callClass of callClasses) {
          const rank = rankOf(callClass, hasLive && environment === "test");
          metrics.admissionWaiting.set({ environment, class: String(callClass) }, queue.waitingOf(rank));
        }
      }
      metrics.admissionBodyBytes.set(bodyBytes);
      metrics.loopLate.set(loopLateMs / 1000);
    },
  };
}
