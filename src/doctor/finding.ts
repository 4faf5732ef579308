/** A finding of the doctor: one value for each examined thing. Pure. */

/** What is looked at once for the machine, in the order in which it is told. */
export const machineChecks = ["node", "configuration", "zones", "memory", "disk", "outgoing"] as const;

/** What is looked at for each service, in the order in which it is told. */
export const serviceChecks = [
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
  "upkeep",
  "backup",
  "migrations",
  "mark",
  "processes",
  "partitions",
  "deliveries",
  "booking_times",
  "secret_key",
  "operators",
  "base_url",
  "certificate",
] as const;

export type MachineCheck = (typeof machineChecks)[number];
export type ServiceCheck = (typeof serviceChecks)[number];

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
  readonly check: MachineCheck | ServiceCheck;
  /** Null for the machine. */
  readonly environment: "test" | "live" | null;
}

/** Where a finding was made: test, live, or null for the machine. */
export function serviceOf(finding: Finding): Finding["environment"] {
  return finding.environment;
}

/** What was found at a place. */
export function findingAt(service: Finding["environment"], check: Finding["check"], found: Found): Finding {
  return { check, environment: service, ...found };
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
