/** The settings that the doctor is told. Types only. */

/** One service that is configured. */
export interface ServiceSettings {
  readonly name: "test" | "live";
  /** The variable that names its database, for sentences. */
  readonly variable: "DATABASE_URL" | "LIVE_DATABASE_URL";
  readonly url: string;
  /** The same past a pooler in transaction mode. */
  readonly directUrl: string;
  /** How many connections a `serve` process may open. */
  readonly ofServe: number;
  readonly baseUrlVariable: "BASE_URL" | "LIVE_BASE_URL";
  readonly baseUrl: string | null;
}

export interface DoctorSettings {
  /** None where the program runs a PostgreSQL of its own. */
  readonly services: readonly ServiceSettings[];
  /** The current key first; none where the program makes one. */
  readonly secretKeys: readonly Buffer[];
  /** Whether the token of the operator is set; without it each service needs an operator_admin. */
  readonly hasOperatorToken: boolean;
  readonly trustedProxies: number;
  /** Where a `serve` process on this machine listens. */
  readonly listensAt: string;
  readonly dataDir: string;
  /** What is allowed in the configuration and hardly meant. */
  readonly doubts: readonly string[];
  /** Services of others that the configuration names. */
  readonly outgoing: readonly OutgoingService[];
}

export interface OutgoingService {
  /** The variable that names the service, or the service where it needs none. */
  readonly name: string;
  /** `https:`, `http:`, `smtp:` or `smtps:`; without a user and a password. */
  readonly url: string;
}
