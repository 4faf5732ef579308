/** The example partner connected to a service, and its certification in this process. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Maple, type PublishMenuInput } from "@maple-partners/sdk";
import { openDriver } from "../../../examples/partner-app/driver.ts";
import { startPartner, type Partner, type PartnerOptions } from "../../../examples/partner-app/partner.ts";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { addFreeDelivery, connect } from "../../../test/harness/factories.ts";
import { openLine } from "../../../test/harness/waitlist-line.ts";
import type { Report } from "../../certification/report.ts";
import type { Scenario, Step } from "../../certification/scenario.schemas.ts";
import type { Id } from "../../kernel/id.ts";
import { certify } from "./certify.ts";
import type { Ask } from "./driver.ts";
import { playScenarios } from "./play-scenarios.ts";
import { serviceAt } from "./service.ts";
import { findStage } from "./stage.ts";

const menu = JSON.parse(
  readFileSync(new URL("../../../examples/menus/small-bistro.json", import.meta.url), "utf8"),
) as PublishMenuInput;

const never = new AbortController().signal;
const lookMs = 20;
const tables = 20;

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export class CertifiedExample {
  readonly booking: BookingPartner;
  readonly location: Id<"str">;
  #partner: Partner | undefined;
  #drive: (ask: Ask) => Promise<void> = async () => {};
  #said: string[] = [];

  private constructor(booking: BookingPartner, location: Id<"str">) {
    this.booking = booking;
    this.location = location;
  }

  /** Starts the service and the partner, whose kitchen takes no time. */
  static async open(): Promise<CertifiedExample> {
    const booking = await startBookingPartner({ workers: true });
    const { location } = await openLine(booking, tables, { messaging: true });
    await connect(booking.service.database, booking.app, location);
    await addFreeDelivery(booking.service.database, location, menu.currency);
    const example = new CertifiedExample(booking, location);
    await example.start(1);
    return example;
  }

  /** Starts the partner with a kitchen that takes so long. */
  async start(readyMs: number, more: Pick<PartnerOptions, "fetch"> = {}): Promise<void> {
    const log = (line: string): void => void this.#said.push(line);
    const own = { baseUrl: this.booking.service.url, apiKey: this.booking.app.key };
    const partner = await startPartner({
      ...own,
      locationId: this.location,
      menu,
      readyMs,
      completeMs: 1,
      log,
      ...more,
    });
    this.#partner = partner;
    this.#drive = openDriver({ maple: new Maple(own), partner, menu, log });
  }

  get partner(): Partner {
    assert.ok(this.#partner !== undefined);
    return this.#partner;
  }

  /** What the partner and its driver said since the scenarios that are played began. */
  get said(): string {
    return this.#said.join("\n");
  }

  access(): { readonly url: string; readonly token: string; readonly name: "API key" } {
    return { url: this.booking.service.url, token: this.booking.app.key, name: "API key" };
  }

  /** Plays scenarios; the partner is told in this process what to begin. */
  async play(scenarios: readonly Scenario[]): Promise<Report> {
    const given = { webhook: this.partner.notificationUrl, location: this.location };
    const stage = await findStage(this.access(), serviceAt(this.access()), given);
    assert.ok(!("problem" in stage), JSON.stringify(stage));
    this.#said = [];
    let acting = Promise.resolve();
    const report = await playScenarios(
      { profile: "all", wholeProfile: true, scenarios },
      {
        stage,
        interrupted: never,
        lookMs,
        tell: (ask) => {
          acting = acting.then(() => this.#drive(ask));
        },
        done: () => {},
      },
    );
    await acting;
    return report;
  }

  /** Runs `maple certify` with these options, until it ends or is interrupted. */
  async run(options: Readonly<Record<string, string | true>>, interrupted: AbortSignal = never): Promise<Ran> {
    const [out, err]: [string[], string[]] = [[], []];
    const given = {
      argument: undefined,
      text: (name: string) => (typeof options[name] === "string" ? options[name] : undefined),
      has: (name: string) => options[name] !== undefined,
      access: this.access(),
    };
    const terminal = {
      out: (line: string) => void out.push(line),
      err: (line: string) => void err.push(line),
      call: () => assert.fail("certify has calls of its own"),
      interrupted,
    };
    const code = await certify(given, terminal, { lookMs });
    return { code, out: out.join("\n"), err: err.join("\n") };
  }

  async close(): Promise<void> {
    await this.partner.stop();
    await this.booking.service.stop();
  }
}

const longestSeconds = 60;

/** What must not happen is looked for once: the proof watches for as long as the scenario says. */
export function watchedOnce(scenario: Scenario): Scenario {
  const steps = scenario.steps.map((step): Step => {
    if (!("expect" in step)) return step;
    const check = step.expect;
    if ("for_seconds" in check) return { expect: { ...check, for_seconds: 0 } };
    return { expect: { ...check, within_seconds: Math.min(check.within_seconds, longestSeconds) } };
  });
  return { ...scenario, steps };
}
