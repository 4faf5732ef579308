/** What the doctor found: one value for each thing that was looked at. Pure. */
import type { Environment } from "../kernel/environment.ts";

/** What is looked at once for the machine, in the order in which it is told. */
export const machineChecks = ["node", "configuration", "zones", "disk", "outgoing"] as const;

/** What is looked at for each environment, in the order in which it is told. */
export const environmentChecks = [
  "hosts",
  "database",
  "version",
  "encoding",
  "role",
  "rights",
  "settings",
  "pooler",
  "wake_ups",
  "clock",
  "connections",
  "standby",
  "archive",
  "migrations",
  "processes",
  "partitions",
  "deliveries",
  "secret_key",
  "base_url",
  "certificate",
] as const;

export type MachineCheck = (typeof machineChecks)[number];
export type EnvironmentCheck = (typeof environmentChecks)[number];

/**
 * `right`; `warning`: the service runs, and something may be lost or late; `wrong`: the service does not run, or a promise
 * of it is broken; `skipped`: was not looked at.
 */
export type Standing = "right" | "warning" | "wrong" | "skipped";

/** What one look found. */
export interface Found {
  readonly standing: Standing;
  /** One sentence without a full stop: what is. Never a password, a token or a key. */
  readonly says: string;
  /** What to do; null where there is nothing to do. */
  readonly remedy: string | null;
}

export interface Finding extends Found {
  readonly check: MachineCheck | EnvironmentCheck;
  /** Null for the machine. */
  readonly environment: Environment | null;
}

export function right(says: string): Found {
  return { standing: "right", says, remedy: null };
}

export function warning(says: string, remedy: string): Found {
  return { standing: "warning", says, remedy };
}

export function wrong(says: string, remedy: string): Found {
  return { standing: "wrong", says, remedy };
}

export function skipped(why: string): Found {
  return { standing: "skipped", says: why, remedy: null };
}
