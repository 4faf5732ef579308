/**
 * The parts that test has and live has not, or the other way round, in one list. The services are built from it, and no
 * part asks which service it is in. Settings such as addresses, accounts and keys are in `service-parts.ts`. Pure.
 */
import type { OfEach } from "../kernel/of-each.ts";

export interface ServiceTraits {
  /** Test cards are taken: by the built-in test processor, and by the job that settles their charges. */
  readonly takesTestCards: boolean;
  /** Apps may try orders, and locations may have a simulated provider. */
  readonly hasSandbox: boolean;
  /** Apps may ask for faults, in answers to their calls and in deliveries. */
  readonly hasFaults: boolean;
  /** Developers can read messages that nobody carries. */
  readonly hasOutbox: boolean;
  /** The setting for demonstration people counts here. */
  readonly mayHaveDemoPeople: boolean;
  /** The setting for private addresses of webhooks and providers counts here. */
  readonly mayAllowPrivate: boolean;
  /** The log of requests keeps the bodies of calls and answers. */
  readonly keepsBodies: boolean;
  /** Search engines may list the pages. */
  readonly isIndexed: boolean;
  /** Sessions travel over https only: browsers keep no such cookie that came otherwise. */
  readonly needsHttps: boolean;
}

const test: ServiceTraits = {
  takesTestCards: true,
  hasSandbox: true,
  hasFaults: true,
  hasOutbox: true,
  mayHaveDemoPeople: true,
  mayAllowPrivate: true,
  keepsBodies: true,
  isIndexed: false,
  needsHttps: false,
};

const live: ServiceTraits = {
  takesTestCards: false,
  hasSandbox: false,
  hasFaults: false,
  hasOutbox: false,
  mayHaveDemoPeople: false,
  mayAllowPrivate: false,
  keepsBodies: false,
  isIndexed: true,
  needsHttps: true,
};

export const serviceTraits: Required<OfEach<ServiceTraits>> = { test, live };
