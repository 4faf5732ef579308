/** What the HTTP floor needs from the features above it; `main.ts` fills these in. */
import type { Refusal } from "../../kernel/refusal.ts";
import type { Database, Environment } from "../postgres/database.ts";
import type { AddressLimitName } from "../limits/address-limits.ts";
import type { BudgetName } from "../limits/rate-budget.ts";
import type { AppCaller, ChannelCaller } from "./route.ts";

export interface HttpPorts {
  /** Reads a key as it is now; a refusal says why it opens nothing. */
  readonly authenticateKey: (key: string) => Promise<AppCaller | Refusal<"unauthorized">>;
  /** Judges an operator token, and counts bad ones per address. */
  readonly authenticateOperator: (
    token: string,
    address: string,
  ) => Refusal<"unauthorized" | "rate_limited"> | undefined;
  /** Judges the name and password of a booking channel, and counts bad ones per address. */
  readonly authenticateChannel: (
    username: string,
    password: string,
    address: string,
  ) => Promise<ChannelCaller | Refusal<"unauthorized" | "rate_limited">>;
  /** Takes one of a budget of the app; answers the whole seconds to wait when it is used up. */
  readonly takeBudget: (environment: Environment, appId: string, budget: BudgetName) => Promise<number | undefined>;
  /** Counts a call of an address; answers the whole seconds to wait when it is over its limit. */
  readonly countAddress: (limit: AddressLimitName, address: string) => number | undefined;
  /** Whether the id exists in the environment; asked only before a 404. */
  readonly idExists: (environment: Environment, id: string) => Promise<boolean>;
  /** Remembers that a request was answered, for the metrics and so that feedback can cite it; must not throw or wait. */
  readonly onAnswered: (answered: AnsweredRequest) => void;
}

export interface AnsweredRequest {
  readonly requestId: string;
  readonly appId: string | null;
  readonly environment: Environment;
  /** Method and path pattern, never the address itself: addresses carry tokens. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** When, in milliseconds of `performance.now()`; what is stored is the database's time, so much earlier. */
  readonly answeredAt: number;
}

export type Databases = { readonly test: Database; readonly live?: Database };
