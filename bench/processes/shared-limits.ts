/** Whether limits hold over all `serve` processes together, asked in turns. */
import { setTimeout as delay } from "node:timers/promises";
import type { Id } from "../../src/kernel/id.ts";
import type { TestApp } from "../../test/harness/factories.ts";
import type { ManyProcesses } from "./many-processes.ts";

/** Searches for a table that an app may make in a minute (rules/http 8.1). */
export const budget = 60;
/** What one network may read in a minute as a diner; processes tell each other every few seconds. */
export const readsOfNetwork = 240;

/** Makes twice as many searches as the budget allows; answers how many were let through. */
export async function spendBudget({ serving }: ManyProcesses, app: TestApp, locationId: Id<"str">): Promise<number> {
  let passed = 0;
  for (let n = 0; n < 2 * budget; n++) {
    const url = `${serving[n % serving.length]}/v1/locations/${locationId}/booking_availability`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${app.key}` } });
    await answer.arrayBuffer();
    if (answer.status !== 429) passed += 1;
  }
  return passed;
}

/** Reads a location as one network, up to forty times a second; answers how many were let through. */
export async function readAsNetwork(
  { serving }: ManyProcesses,
  locationId: Id<"str">,
  seconds: number,
): Promise<{ readonly sent: number; readonly passed: number }> {
  let [sent, passed] = [0, 0];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await delay(25)) {
    const answer = await fetch(`${serving[sent % serving.length]}/store/v1/locations/${locationId}`);
    await answer.arrayBuffer();
    sent += 1;
    if (answer.status !== 429) passed += 1;
  }
  return { sent, passed };
}
