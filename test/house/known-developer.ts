/** What the calls of developers need beyond the known app, event and subscription. */
import { simulatedOrder, smallMenu } from "../harness/small-menu.ts";

/** Bodies by operation id. */
export function developerBodies(locationId: string): Readonly<Record<string, unknown>> {
  return {
    setSandboxFaults: { rules: [] },
    consoleReplayAppEvent: { force: false },
    consoleRotateAppSecret: { grace_seconds: 3_600 },
    consolePlaceSandboxOrder: simulatedOrder(locationId),
    consoleAdvanceSandboxClock: { advance_seconds: 0 },
    consoleTryAppMenu: smallMenu,
  };
}
