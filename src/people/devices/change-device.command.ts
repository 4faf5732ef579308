/**
 * Shared devices: a manager names a device and gets a code; the code is typed on the tablet once and gives it a token;
 * the manager ends it (rules/people 6.1, 6.2). Only the answer of the pairing has the token.
 */
import { randomBytes, randomInt } from "node:crypto";
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import type { OfForm } from "../joining/invite-person.command.ts";
import { tokenHash, tokenText } from "../session/token.ts";
import { tooManySignIns } from "../sign-in/sign-in-by-password.command.ts";
import type { SignInDeps } from "../sign-in/sign-in-deps.cache.ts";
import {
  endDevice,
  insertDevice,
  lockDevice,
  pairDevice,
  updateDevice,
  type Device,
  type DeviceFields,
} from "./devices.sql.ts";

/** No character looks like another. */
const codeLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const codeLength = 8;

interface WantedDevice extends DeviceFields {
  readonly locationId: Id<"str">;
}

interface AddedDevice {
  readonly device: Device;
  readonly code: string;
}

/** Adds a device that waits for its code; the code is shown this once. Refuses an id that is taken. */
export async function addDevice(
  tx: Tx,
  signIn: SignInDeps,
  wanted: WantedDevice & OfForm<"pdv">,
  by: Author,
): Promise<AddedDevice | Refusal<"invalid_request">>;
export async function addDevice(tx: Tx, signIn: SignInDeps, wanted: WantedDevice, by: Author): Promise<AddedDevice>;
export async function addDevice(
  tx: Tx,
  signIn: SignInDeps,
  wanted: WantedDevice & Partial<OfForm<"pdv">>,
  by: Author,
): Promise<AddedDevice | Refusal<"invalid_request">> {
  const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join("");
  const [codeMac] = signIn.macs("pairing", code);
  const device = await insertDevice(tx, { ...wanted, id: wanted.id ?? newId("pdv"), codeMac });
  if (device === undefined) return refuse("invalid_request", "this device is added already");
  await recordAudit(tx, { ...by, action: "device.added", subject: device.id, before: null, after: audited(device) });
  return { device, code };
}

type MayChange = (device: Device) => Author | Refusal<"not_found" | "role_required">;

/** Changes what is named of a device; acts on its next request. */
export async function changeDevice(
  tx: Tx,
  id: Id<"pdv">,
  wanted: Partial<DeviceFields>,
  mayChange: MayChange,
): Promise<Device | Refusal<"not_found" | "role_required">> {
  const found = await lockAllowed(tx, id, mayChange);
  if (isRefusal(found)) return found;
  const changed = await updateDevice(tx, { ...found.device, ...wanted });
  const [before, after] = [audited(found.device), audited(changed)];
  await recordAudit(tx, { ...found.by, action: "device.changed", subject: id, before, after });
  return changed;
}

/** Ends a device: its token and every session on it open nothing from the next request on. */
export async function removeDevice(
  tx: Tx,
  id: Id<"pdv">,
  mayChange: MayChange,
): Promise<Device | Refusal<"not_found" | "role_required">> {
  const found = await lockAllowed(tx, id, mayChange);
  if (isRefusal(found)) return found;
  endDevice(tx, id);
  const before = audited(found.device);
  await recordAudit(tx, { ...found.by, action: "device.removed", subject: id, before, after: null });
  return found.device;
}

async function lockAllowed(
  tx: Tx,
  id: Id<"pdv">,
  mayChange: MayChange,
): Promise<{ readonly device: Device; readonly by: Author } | Refusal<"not_found" | "role_required">> {
  const device = await lockDevice(tx, id);
  const by = device === undefined ? undefined : mayChange(device);
  if (device === undefined || by === undefined) return noDevice(id);
  if (isRefusal(by)) return by.code === "not_found" ? noDevice(id) : by;
  return { device, by };
}

export interface PairedDevice {
  readonly device: Device;
  readonly token: string;
}

/** 180 days from the last use (rules/people 6.2). */
export const deviceSeconds = 180 * 86_400;

/** Pairs the tablet on which a code was typed. Wrong codes are counted against the address, as wrong passwords are. */
export async function pairByCode(
  database: Database,
  signIn: SignInDeps,
  { code, address, requestId }: { readonly code: string; readonly address: string; readonly requestId: Id<"req"> },
): Promise<PairedDevice | Refusal<"sign_in_failed" | "rate_limited">> {
  const wait = signIn.countBad(address);
  if (wait !== undefined) return tooManySignIns("from this address", wait);
  const [codeMac] = signIn.macs("pairing", code.toUpperCase().replaceAll(/[\s-]/g, ""));
  const token = tokenText(randomBytes(32));
  const hash = tokenHash(token);
  if (hash === undefined) throw new Error("a new token has the form of one");
  const paired = await database.transaction(async (tx) => {
    const device = await pairDevice(tx, codeMac, hash);
    if (device === undefined) return refuse("sign_in_failed", "the code is not known, was used, or is over");
    const by = { actor: "device", by: { kind: "device", id: device.id }, requestId } as const;
    await recordAudit(tx, { ...by, action: "device.paired", subject: device.id, before: null, after: null });
    return { device, token };
  });
  if (!isRefusal(paired)) signIn.forgive(address);
  return paired;
}

function noDevice(id: Id<"pdv">): Refusal<"not_found"> {
  return refuse("not_found", `there is no shared device ${id}`);
}

/** The name may be a person's. */
function audited({ location_id, screen, language, pin_minutes, require_pin, auto_print }: Device) {
  return { location_id, screen, language, pin_minutes, require_pin, auto_print };
}
