/**
 * Finds the caller of every console call. Everything is read from the database each time, so the end of a session, of a
 * role, of a person's access or of a device acts on the next request. Tokens are looked up by their SHA-256. The counts
 * of calls are of this process and end with it (rules/people 5.7).
 */
import { monotonicMs } from "../../kernel/clock.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { ConsoleCaller, HeldRole } from "../../platform/http/console/console-caller.ts";
import type { HttpService } from "../../platform/http/ports.ts";
import { createRateLimit } from "../../platform/limits/rate-limit.ts";
import type { Database } from "../../platform/postgres/database.ts";
import {
  findLiveDevice,
  findLiveSession,
  touchDevice,
  touchSession,
  useUpSession,
  type LiveDevice,
  type LiveSession,
} from "./sessions.sql.ts";
import { tokenHash } from "./token.ts";

/** Calls a minute of one session, or of one device by itself. */
export interface ConsoleLimits {
  readonly reads: number;
  readonly writes: number;
}

const usualLimits: ConsoleLimits = { reads: 600, writes: 120 };

/** Makes the judge of one service. */
export function createConsoleAuthenticator(
  database: Database,
  limits: ConsoleLimits = usualLimits,
  now: () => number = monotonicMs,
): HttpService["authenticateConsole"] {
  const reads = createRateLimit({ limit: limits.reads, windowMs: 60_000, now });
  const writes = createRateLimit({ limit: limits.writes, windowMs: 60_000, now });
  return async (tokens, site, isWrite) => {
    const [found, device] = await Promise.all([
      find(tokens.session, (hash) => findLiveSession(database.read, hash)),
      find(tokens.device, (hash) => findLiveDevice(database.read, hash)),
    ]);
    // A PIN opens the device on which it was typed.
    const session = found === undefined || isElsewhere(found, device) ? undefined : found;
    const counted = session?.id ?? device?.id;
    const wait = counted === undefined ? undefined : (isWrite ? writes : reads).count(counted);
    if (wait !== undefined) return tooMany(wait);
    const used = await noteUse(database, session, device, isWrite);
    const caller = { ...callerOf(used, device), site };
    return database.livemode && used?.method !== "passkey" ? withoutOperatorRoles(caller) : caller;
  };
}

function isElsewhere(session: LiveSession, device: LiveDevice | undefined): boolean {
  return session.device_id !== null && session.device_id !== device?.id;
}

async function find<Row>(
  token: string | undefined,
  look: (hash: Buffer) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const hash = token === undefined ? undefined : tokenHash(token);
  return hash === undefined ? undefined : look(hash);
}

/**
 * Writes at most once a minute and session; a PIN that is good for one act is used up by its first write. Answers the
 * session that holds: none where another write at the same time was the act of its PIN.
 */
async function noteUse(
  database: Database,
  session: LiveSession | undefined,
  device: LiveDevice | undefined,
  isWrite: boolean,
): Promise<LiveSession | undefined> {
  const isUsedUp = isWrite && session?.method === "pin" && device?.pin_minutes === 0;
  if (session?.is_stale !== true && device?.is_stale !== true && !isUsedUp) return session;
  return database.transaction(async (tx) => {
    if (device?.is_stale === true) touchDevice(tx, device.id);
    if (session !== undefined && isUsedUp) return (await useUpSession(tx, session.id)) ? session : undefined;
    if (session?.is_stale === true) touchSession(tx, session.id);
    return session;
  });
}

function callerOf(session: LiveSession | undefined, device: LiveDevice | undefined): Omit<ConsoleCaller, "site"> {
  return {
    person:
      session === undefined
        ? null
        : { id: session.person_id, name: session.name, email: session.email, language: session.language },
    session: session === undefined ? null : { id: session.id, method: session.method, isFresh: session.is_fresh },
    device:
      device === undefined
        ? null
        : {
            id: device.id,
            locationId: device.location_id,
            name: device.name,
            screen: device.screen,
            language: device.language,
            requirePin: device.require_pin,
            pinMinutes: device.pin_minutes,
            autoPrint: device.auto_print,
          },
    roles: rolesOf(session, device),
  };
}

/** A PIN opens what its person may do at the device's location; a device that acts as itself is staff or host there. */
function rolesOf(session: LiveSession | undefined, device: LiveDevice | undefined): readonly HeldRole[] {
  if (session === undefined) {
    if (device === undefined || device.require_pin) return [];
    return [{ role: device.screen === "board" ? "staff" : "host", locationId: device.location_id, appId: null }];
  }
  if (session.device_id === null || device === undefined) return session.roles;
  return session.roles.filter(({ locationId }) => locationId === device.location_id);
}

/** In live the operator's people work in sessions that began with a passkey (rules/people 4.2). */
function withoutOperatorRoles(caller: ConsoleCaller): ConsoleCaller {
  const roles = caller.roles.filter(({ role }) => role !== "operator_admin" && role !== "operator_support");
  return roles.length === caller.roles.length ? caller : { ...caller, roles, mustUsePasskey: true };
}

function tooMany(wait: number): Refusal<"rate_limited"> {
  return refuse("rate_limited", `this session has asked too much in this minute; wait ${wait} s`, undefined, wait);
}
