/**
 * Slot tokens: an offer of a search, sealed so that a hold or a booking can ask for exactly that offer
 * (rules/bookings 4).
 *
 * Guarantees: a token that this service did not make, that was made for another app, service or purpose, or that was
 * changed by one character is `invalid_slot_token`. A token names a slot and never reserves a table: everything is
 * checked again when it is used. It may be used several times. Pure; the search makes tokens, holds, bookings and changes
 * read them.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Instant } from "../../kernel/clock.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { KeptBy } from "../venue/kept-by.ts";

/** How long a token is good for, in the clock of its location. */
export const slotTokenLifeMs = 10 * 60_000;

export interface SlotContent {
  /** Null for a guest on the booking page. */
  readonly appId: Id<"app"> | null;
  readonly locationId: Id<"str">;
  readonly startsAt: Instant;
  readonly partySize: number;
  readonly durationMinutes: number;
  /** Null unless the search named one: a full area then falls to the next by the rule. */
  readonly areaId: string | null;
  readonly experienceId: string | null;
  /** Of the configuration that the offer was made under; `providerRevision` where a provider keeps the book. */
  readonly revision: number;
}

/** Slots that a provider offers are of no configuration; configurations count from 1. */
export const providerRevision = 0;

/** Who keeps the book that the slot was offered from. */
export function keeperOf({ revision }: Pick<SlotContent, "revision">): KeptBy {
  return revision === providerRevision ? "provider" : "native";
}

export interface SlotToken extends SlotContent {
  readonly expiresAt: Instant;
}

export interface SlotTokens {
  /** Seals an offer made at `now` (location clock). */
  issue(content: SlotContent, now: Instant): { readonly token: string; readonly expiresAt: Instant };
  /** Unseals a token of the app; whether it is too old is for `checkFresh`, which knows the location's time. */
  read(token: string, appId: Id<"app"> | null): SlotToken | Refusal<"invalid_slot_token">;
}

/** 24 bytes of the digest, as base64url. Seals are compared as text: base64 has several spellings of one value. */
const sealLength = 32;

/** Makes the tokens of one service; the key is derived for this purpose and service alone. */
export function createSlotTokens(key: Buffer): SlotTokens {
  const sealOf = (payload: string): string =>
    createHmac("sha256", key).update(payload).digest("base64url").slice(0, sealLength);
  return {
    issue(content, now) {
      const expiresAt = now + slotTokenLifeMs;
      const payload = Buffer.from(JSON.stringify(toFields({ ...content, expiresAt }))).toString("base64url");
      return { token: `${payload}.${sealOf(payload)}`, expiresAt };
    },
    read(token, appId) {
      const [payload = "", seal = "", ...rest] = token.split(".");
      const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(payload))];
      const isSealed = rest.length === 0 && given.length === right.length && timingSafeEqual(given, right);
      if (!isSealed) return invalid();
      const content = fromFields(JSON.parse(Buffer.from(payload, "base64url").toString()));
      return content === undefined || content.appId !== appId ? invalid() : content;
    },
  };
}

/** Whether a token still stands: it lives ten minutes, and not longer than the configuration it was made under. */
export function checkFresh(token: SlotToken, now: Instant, revision: number): Done | Refusal<"expired_slot_token"> {
  if (token.expiresAt <= now) {
    return refuse("expired_slot_token", "slot_token: it is older than ten minutes; search again for a new one");
  }
  return token.revision === revision ? done : changedSince();
}

/** The restaurant is set up otherwise than when the slot was offered. */
export function changedSince(): Refusal<"expired_slot_token"> {
  return refuse("expired_slot_token", "slot_token: the booking configuration has changed since; search again");
}

function invalid(): Refusal<"invalid_slot_token"> {
  return refuse("invalid_slot_token", "slot_token: it is not a token that a search gave to this app");
}

function toFields(token: SlotToken): readonly unknown[] {
  const { appId, locationId, startsAt, partySize, durationMinutes, areaId, experienceId, revision, expiresAt } = token;
  return [appId, locationId, startsAt, partySize, durationMinutes, areaId, experienceId, revision, expiresAt];
}

/** The seal says that we wrote it; the shape is checked all the same, for tokens of another version of the program. */
function fromFields(fields: unknown): SlotToken | undefined {
  if (!Array.isArray(fields) || fields.length !== 9) return undefined;
  const [app, location, startsAt, partySize, durationMinutes, areaId, experienceId, revision, expiresAt] =
    fields as readonly unknown[];
  const locationId = typeof location === "string" ? parseId("str", location) : undefined;
  const appId = typeof app === "string" ? parseId("app", app) : undefined;
  if (locationId?.kind !== "ok" || (app !== null && appId?.kind !== "ok")) return undefined;
  if (!isWhole(startsAt) || !isWhole(partySize) || !isWhole(durationMinutes)) return undefined;
  if (!isWhole(revision) || !isWhole(expiresAt) || !isTextOrNull(areaId) || !isTextOrNull(experienceId))
    return undefined;
  return {
    appId: appId?.kind === "ok" ? appId.id : null,
    locationId: locationId.id,
    startsAt,
    partySize,
    durationMinutes,
    areaId,
    experienceId,
    revision,
    expiresAt,
  };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === "string";
