/**
 * Place tokens: a suggested address with its position, sealed so that a quote or an order can name it. A token is valid
 * only at the location that it was made for, for 24 hours of the database's clock; every other text counts as no token.
 * Pure; the time is given.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { FoundAddress } from "./geocoder.ts";

export interface PlaceTokens {
  issue(locationId: Id<"str">, address: FoundAddress): string;
  /** Undefined for what is no token of the location, or is too old. */
  read(token: string, locationId: Id<"str">): FoundAddress | undefined;
}

export const placeTokenLifeMs = 24 * 3_600_000;
export const placeTokenMaxLength = 4_000;

/** 24 bytes of the digest, as base64url; seals are compared as text. */
const sealLength = 32;

interface Sealed extends FoundAddress {
  readonly at: Id<"str">;
  readonly until: Instant;
}

/** The tokens of one service; the key is derived for this purpose and service alone. */
export function createPlaceTokens(key: Buffer, now: () => Instant): PlaceTokens {
  const sealOf = (payload: string): string =>
    createHmac("sha256", key).update(payload).digest("base64url").slice(0, sealLength);
  return {
    issue(locationId, address) {
      const content: Sealed = { ...address, at: locationId, until: now() + placeTokenLifeMs };
      const payload = Buffer.from(JSON.stringify(content)).toString("base64url");
      return `${payload}.${sealOf(payload)}`;
    },
    read(token, locationId) {
      const [payload = "", seal = "", ...rest] = token.split(".");
      const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(payload))];
      if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const { at, until, ...address } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Sealed;
      return at === locationId && now() < until ? address : undefined;
    },
  };
}
