/** What the listener needs of each service, and what all services share. The program makes both. */
import type { Done, Refusal } from "../../kernel/refusal.ts";
import type { Environment } from "../../kernel/environment.ts";
import type { OfEach } from "../../kernel/of-each.ts";
import type { Database } from "../postgres/database.ts";
import type { AddressLimitName } from "../limits/address-limits.ts";
import type { BudgetName, TakenBudget } from "../limits/rate-budget.sql.ts";
import type { AppCaller, ChannelCaller } from "./callers.ts";
import type { ApiFault, CallThatMayMeet } from "./sandbox-faults/api-fault.ts";
import type { Exchange } from "./exchange/exchange.ts";
import type { ConsoleCaller, ConsoleSite, ConsoleTokens } from "./console/console-caller.ts";
import type { BoundRoute } from "./route.ts";

/** One service: everything that one environment is made of. Two services of one process share nothing. */
export interface HttpService {
  readonly environment: Environment;
  readonly database: Database;
  /** The same routes in the same order in each service. */
  readonly routes: readonly BoundRoute[];
  /** Reads a key as it is now; a refusal says why it opens nothing. */
  readonly authenticateKey: (key: string) => Promise<AppCaller | Refusal<"unauthorized">>;
  /** Judges the name and password of a booking channel, and counts bad ones per address. */
  readonly authenticateChannel: (
    username: string,
    password: string,
    address: string,
  ) => Promise<ChannelCaller | Refusal<"unauthorized" | "rate_limited">>;
  /**
   * Finds the person, the shared device and the roles behind tokens, as they are now. Tokens that open nothing are nobody's.
   * Refuses a session or device that asks too much.
   */
  readonly authenticateConsole: (
    tokens: ConsoleTokens,
    site: ConsoleSite,
    isWrite: boolean,
  ) => Promise<ConsoleCaller | Refusal<"rate_limited">>;
  /** Whether browsers reach this service over https. */
  readonly isSecure: () => boolean;
  /** Takes one of a budget of the app. */
  readonly takeBudget: (appId: string, budget: BudgetName) => Promise<TakenBudget>;
  /** The fault of the sandbox that a call meets; absent in live. */
  readonly findFault?: (call: CallThatMayMeet) => Promise<ApiFault | undefined>;
  /** Whether the request log has the bodies of calls that succeeded; those of refused calls it always has. */
  readonly keepsBodies: boolean;
  /** Whether the id exists here; asked only before a 404. */
  readonly idExists: (id: string) => Promise<boolean>;
  /** Logs an answered request, which feedback can then cite; must not throw or wait. */
  readonly remember: (answered: AnsweredRequest) => void;
}

/** The services that one process serves. */
export type HttpServices = OfEach<HttpService>;

/** The host names of the two addresses, with a port where it is not the usual one. */
export interface Hosts {
  readonly test: string;
  readonly live: string | undefined;
}

export interface HttpPorts {
  /** Which service a key or a channel's name asks for by its prefix. */
  readonly environmentOfKey: (key: string) => Environment;
  readonly environmentOfChannel: (username: string) => Environment;
  /** Judges an operator token, and counts bad ones per address. */
  readonly authenticateOperator: (token: string, address: string) => Done | Refusal<"unauthorized" | "rate_limited">;
  /** Counts a call of an address; answers the whole seconds to wait when it is over its limit. */
  readonly countAddress: (limit: AddressLimitName, address: string) => number | undefined;
  /** Sees every answer, for the metrics; must not throw or wait. */
  readonly onAnswered: (answered: AnsweredRequest) => void;
}

export interface AnsweredRequest {
  readonly requestId: string;
  readonly appId: string | null;
  readonly environment: Environment;
  /** Method and path pattern, never the address itself: addresses carry tokens. */
  readonly route: string;
  readonly status: number;
  /** Of the refusal; null for a success. */
  readonly code: string | null;
  readonly durationMs: number;
  /** When, in milliseconds of `performance.now()`; what is stored is the database's time, so much earlier. */
  readonly answeredAt: number;
  /** What was said and answered; null when no app called. */
  readonly exchange: Exchange | null;
}

export type Databases = OfEach<Database>;
