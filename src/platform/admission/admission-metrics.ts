/** Writes the figures of admission to the metrics: calls that wait, refused calls, slots in use. */
import type { ServiceLabels } from "../../kernel/service-labels.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import { callClasses, rankOf, type CallClass } from "./call-class.ts";
import type { AdmissionQueue } from "./admission-queue.ts";

/** Where the calls of one service wait. */
export interface AdmissionLine {
  readonly labels: ServiceLabels;
  readonly queue: AdmissionQueue;
  /** Whether another service of the process comes before it. */
  readonly isLast: boolean;
}

export interface AdmissionState {
  readonly lines: readonly AdmissionLine[];
  readonly loopLateMs: number;
  readonly bodyBytes: number;
}

interface Asked extends ServiceLabels {
  readonly callClass: CallClass;
}

export interface AdmissionMetrics {
  refused(ask: Asked, why: string): void;
  waited(ask: Asked, milliseconds: number): void;
  /** Called once a second. */
  observe(state: AdmissionState): void;
}

/** Writes to the registry of the process. */
export function admissionMetrics(metrics: Metrics): AdmissionMetrics {
  const labelsOf = ({ callClass, environment }: Asked) => ({ environment, class: String(callClass) });
  return {
    refused: (ask, reason) => metrics.admissionRefused.inc({ ...labelsOf(ask), reason }),
    waited: (ask, milliseconds) => metrics.admissionWait.observe(labelsOf(ask), milliseconds / 1000),
    observe({ lines, loopLateMs, bodyBytes }) {
      for (const { labels, queue, isLast } of lines) {
        metrics.admissionRunning.set(labels, queue.running);
        for (const callClass of callClasses) {
          const waiting = queue.waitingOf(rankOf(callClass, isLast));
          metrics.admissionWaiting.set({ ...labels, class: String(callClass) }, waiting);
        }
      }
      metrics.admissionBodyBytes.set(bodyBytes);
      metrics.loopLate.set(loopLateMs / 1000);
    },
  };
}
