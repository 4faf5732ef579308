/** The other resources that the calls of developers need, besides the known app, event and subscription. */
import { simulatedOrder, smallMenu } from "../harness/small-menu.ts";

const playedAt = "2026-11-21T19:42:06.120Z";

/** Bodies by operation id. */
export function developerBodies(locationId: string, subscriptionId: string): Readonly<Record<string, unknown>> {
  return {
    setSandboxFaults: { rules: [] },
    triggerSandboxEvent: { event_type: "order.created", location_id: locationId },
    createSandboxCertification: {
      profile: "waitlist",
      location_id: locationId,
      subscription_id: subscriptionId,
      scenarios: [{ id: "wait-flow", started_at: playedAt, ended_at: playedAt, made: [] }],
    },
    consoleReplayAppEvent: { force: false },
    consoleRotateAppSecret: { grace_seconds: 3_600 },
    consolePlaceSandboxOrder: simulatedOrder(locationId),
    consoleAdvanceSandboxClock: { advance_seconds: 0 },
    consoleTryAppMenu: smallMenu,
  };
}
