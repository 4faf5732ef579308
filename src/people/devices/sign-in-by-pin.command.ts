/**
 * PINs choose a person on a shared device (rules/people 6.4, 6.5). A PIN is valid on devices of its location only.
 * Attempts at the same time are judged up to the limit and no further.
 */
import { timingSafeEqual } from "node:crypto";
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { ConsoleDevice } from "../../platform/http/console/console-caller.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { beginSession, type BegunSession } from "../session/begin-session.command.ts";
import { forgetFailures, pinLimit, reserveAttempt } from "../sign-in/sign-in-limits.sql.ts";
import type { SignInDeps } from "../sign-in/sign-in-deps.cache.ts";
import { deletePin, findPin, upsertPin } from "./pins.sql.ts";

/** How long a PIN for a single act waits for that act. */
const singleActSeconds = 120;

export interface PinAttempt {
  readonly device: ConsoleDevice;
  readonly personId: Id<"per">;
  readonly pin: string;
  readonly userAgent: string | undefined;
  /** The person who was chosen before: their session ends. */
  readonly replaces: Id<"ses"> | undefined;
}

/** Chooses a person on a device. Refuses `sign_in_failed`, and `pin_locked` after five wrong ones. */
export async function signInByPin(
  database: Database,
  signIn: SignInDeps,
  attempt: PinAttempt,
): Promise<BegunSession | Refusal<"sign_in_failed" | "pin_locked">> {
  const { device, personId, pin } = attempt;
  const [account] = signIn.macs("pin_attempts", device.id, personId);
  const { wait } = await database.transaction(async (tx) => ({ wait: await reserveAttempt(tx, account, pinLimit) }));
  if (wait !== undefined)
    return refuse("pin_locked", `too many wrong PINs for this name; wait ${wait} s`, undefined, wait);
  return database.transaction(async (tx) => {
    const kept = await findPin(tx, device.locationId, personId);
    const macs = signIn.macs("pin", device.locationId, personId, pin);
    const found = kept === undefined ? -1 : macs.findIndex((mac) => timingSafeEqual(mac, kept));
    if (found < 0) return refuse("sign_in_failed", "the name and the PIN do not belong together");
    // Kept under a key that was replaced: from now on under the present one.
    if (found > 0) upsertPin(tx, device.locationId, personId, macs[0]);
    forgetFailures(tx, account);
    const seconds = device.pinMinutes === 0 ? singleActSeconds : device.pinMinutes * 60;
    const { userAgent, replaces } = attempt;
    return beginSession(tx, { personId, method: "pin", userAgent, replaces, device: { id: device.id, seconds } });
  });
}

/** Sets one's own PIN at a location where one has a role, which the caller has asked. */
export function setPin(
  tx: Tx,
  signIn: SignInDeps,
  { locationId, personId, pin }: { readonly locationId: Id<"str">; readonly personId: Id<"per">; readonly pin: string },
): void {
  const [mac] = signIn.macs("pin", locationId, personId, pin);
  upsertPin(tx, locationId, personId, mac);
}

/** Takes a PIN away, one's own or, with an author, that of somebody else; refuses where there is none. */
export async function removePin(
  tx: Tx,
  locationId: Id<"str">,
  personId: Id<"per">,
  by?: Author,
): Promise<Done | Refusal<"not_found">> {
  const had = await deletePin(tx, locationId, personId);
  if (!had) return refuse("not_found", "there is no PIN of this person at this location");
  if (by !== undefined) {
    const subject = `${personId}/${locationId}`;
    await recordAudit(tx, { ...by, action: "person.pin_reset", subject, before: null, after: null });
  }
  return done;
}
