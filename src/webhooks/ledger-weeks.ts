/** The weeks of the ledger: Monday to Sunday, UTC. Pure. */
import type { Instant } from "../kernel/clock.ts";

export const weekMs = 7 * 86_400_000;
/** The first Monday of the epoch's count. */
const someMonday = Date.UTC(1970, 0, 5);

/** The Monday, as `YYYY-MM-DD`, of the week that an instant is in. */
export function mondayOf(at: Instant): string {
  const monday = someMonday + Math.floor((at - someMonday) / weekMs) * weekMs;
  return new Date(monday).toISOString().slice(0, 10);
}
