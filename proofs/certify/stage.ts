/** A location, an app and a partner for each play, all on one service. */
import { readFileSync } from "node:fs";
import { Maple, type PublishMenuInput } from "@maple-partners/sdk";
import { openDriver } from "../../examples/partner-app/driver.ts";
import { startPartner } from "../../examples/partner-app/partner.ts";
import { createBookableLocation } from "../../test/harness/booking-setup.ts";
import { addFreeDelivery, connect, createApp } from "../../test/harness/factories.ts";
import type { TestService } from "../../test/harness/service.ts";
import { alwaysOpen } from "../../test/harness/waitlist-line.ts";
import { scenariosOf, type Profile, type Report } from "../../src/certification/report.ts";
import { readScenarios } from "../../src/certification/scenario-files.ts";
import { playScenarios } from "../../src/cli/certify/play-scenarios.ts";
import { serviceAt } from "../../src/cli/certify/service.ts";
import { findStage } from "../../src/cli/certify/stage.ts";
import { bentFetch } from "./bend-calls.ts";
import type { Variant } from "./variants.ts";

const menu = JSON.parse(
  readFileSync(new URL("../../examples/menus/small-bistro.json", import.meta.url), "utf8"),
) as PublishMenuInput;

const tables = 20;
/** An order for later waits for its hand-over, so that an early decision is seen. */
const leadMinutes = 30;
/** Longer than a cancellation takes to arrive. */
const readyMs = 5_000;

/** Plays a profile against the example partner, or against a variant of it. */
export async function playPartner(service: TestService, profile: Profile, variant?: Variant): Promise<Report> {
  const app = await createApp(service.database);
  const locationId = await createBookableLocation(service.database, alwaysOpen(tables), {
    messaging: true,
    lead_minutes: leadMinutes,
  });
  await connect(service.database, app, locationId);
  await addFreeDelivery(service.database, locationId, menu.currency);
  const own = { baseUrl: service.url, apiKey: app.key };
  const fetchOf = variant?.bend === undefined ? {} : { fetch: bentFetch(variant.bend) };
  const maple = new Maple({ ...own, ...fetchOf });
  const heed = variant?.heed?.(maple);
  const partner = await startPartner({
    ...own,
    ...fetchOf,
    locationId,
    menu,
    readyMs,
    completeMs: 1_000,
    ...(heed === undefined ? {} : { heed }),
    ...(variant?.verify === undefined ? {} : { verify: variant.verify }),
    ...(variant?.catchUpMs === undefined ? {} : { catchUpMs: variant.catchUpMs }),
  });
  try {
    await subscribeToMore(maple, partner.subscriptionId, variant?.moreTypes ?? []);
    const drive = openDriver({ maple, partner, menu, log: () => {} });
    const access = { url: service.url, token: app.key, name: "API key" } as const;
    const stage = await findStage(access, serviceAt(access), {
      webhook: partner.notificationUrl,
      location: locationId,
    });
    if ("problem" in stage) throw new Error(stage.problem);
    let acting = Promise.resolve();
    return await playScenarios(
      { profile, wholeProfile: true, scenarios: scenariosOf(profile, readScenarios()) },
      {
        stage,
        interrupted: new AbortController().signal,
        lookMs: 300,
        tell: (ask) => {
          acting = acting.then(() => drive(ask));
        },
        done: () => {},
      },
    );
  } finally {
    await partner.stop();
  }
}

async function subscribeToMore(maple: Maple, subscriptionId: string, more: readonly string[]): Promise<void> {
  if (more.length === 0) return;
  const { event_types: types } = await maple.webhookSubscriptions.get(subscriptionId);
  await maple.webhookSubscriptions.update(subscriptionId, { event_types: [...types, ...more] });
}
