/** Reads a caller's fields of a zone over the fields that the zone has. The plain types are checked already. */
import { parseAvailability } from "../../kernel/parse-availability.ts";
import { isCurrency } from "../../kernel/money.ts";
import type { Availability } from "../../kernel/wall-time.ts";
import type { ZoneFields, ZoneTerms } from "./delivery-zone.ts";
import type { GeometryReason } from "../geometry/geometry-issue.ts";
import type { Point } from "../geometry/geometry.ts";
import { parseGeometry } from "../geometry/parse-geometry.ts";

export interface ZoneMoney {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** Null clears a field; absent leaves it, or takes the default of a new zone. */
export interface ZoneInput {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly priority?: number;
  readonly geometry?: unknown;
  readonly fee?: ZoneMoney;
  readonly minimum_order?: ZoneMoney | null;
  readonly free_delivery_over?: ZoneMoney | null;
  readonly estimated_minutes?: { readonly min: number; readonly max: number } | null;
  readonly hours?: unknown;
}

export interface ZoneIssue {
  /** Dotted, from the body: `body.fee.currency`. */
  readonly path: string;
  readonly message: string;
  /** Of issues of the geometry only. */
  readonly reason?: GeometryReason;
}

export type ParsedZone =
  | { readonly kind: "ok"; readonly fields: ZoneFields }
  | { readonly kind: "issues"; readonly issues: readonly ZoneIssue[] };

/** Where the parts of a zone stand in the body. */
export interface ZonePaths {
  readonly terms: string;
  readonly geometry: string;
}

const wholeBody: ZonePaths = { terms: "body", geometry: "body.geometry" };

/** The zone as it is to be, or every issue. `present` is null for a new zone. */
export function parseZone(
  present: ZoneFields | null,
  input: ZoneInput,
  location: Point | null,
  fields = wholeBody,
): ParsedZone {
  const issues: ZoneIssue[] = [];
  const terms = parseTerms(present, input, fields.terms, issues);
  const area = parseArea(present, input, location, fields.geometry, issues);
  if (issues.length > 0 || terms === undefined || area === undefined) return { kind: "issues", issues };
  return { kind: "ok", fields: { ...terms, ...area } };
}

function parseTerms(
  present: ZoneFields | null,
  input: ZoneInput,
  path: string,
  issues: ZoneIssue[],
): ZoneTerms | undefined {
  const name = input.name ?? present?.name;
  const fee = input.fee ?? (present === null ? undefined : { amount: present.fee, currency: present.currency });
  if (name === undefined) issues.push({ path: `${path}.name`, message: "is required" });
  if (fee === undefined) issues.push({ path: `${path}.fee`, message: "is required; {amount: 0, currency} is free" });
  const minutes = input.estimated_minutes === undefined ? present?.estimated_minutes : input.estimated_minutes;
  if (minutes !== null && minutes !== undefined && minutes.min > minutes.max) {
    issues.push({ path: `${path}.estimated_minutes`, message: "must not have a min above its max" });
  }
  const hours = input.hours === undefined ? (present?.hours ?? null) : parseHours(input.hours, path, issues);
  if (name === undefined || fee === undefined) return undefined;
  checkCurrencies({ ...input, fee }, present, path, issues);
  return {
    name,
    enabled: input.enabled ?? present?.enabled ?? true,
    priority: input.priority ?? present?.priority ?? 0,
    currency: fee.currency,
    fee: fee.amount,
    minimum_order: amountOf(input.minimum_order, present?.minimum_order),
    free_delivery_over: amountOf(input.free_delivery_over, present?.free_delivery_over),
    estimated_minutes: minutes ?? null,
    hours,
  };
}

function amountOf(given: ZoneMoney | null | undefined, present: number | null | undefined): number | null {
  return given === undefined ? (present ?? null) : (given?.amount ?? null);
}

/** All amounts of a zone are in the currency of its fee. */
function checkCurrencies(
  input: ZoneInput & { readonly fee: ZoneMoney },
  present: ZoneFields | null,
  path: string,
  issues: ZoneIssue[],
): void {
  const { currency } = input.fee;
  if (!isCurrency(currency)) {
    issues.push({ path: `${path}.fee.currency`, message: "must be an upper-case ISO 4217 code, for example USD" });
    return;
  }
  for (const field of ["minimum_order", "free_delivery_over"] as const) {
    const given = input[field];
    const stays = given === undefined && present !== null && present[field] !== null ? present.currency : undefined;
    const own = given?.currency ?? stays;
    if (own !== undefined && own !== currency) {
      issues.push({ path: `${path}.${field}.currency`, message: `is ${own}, and the fee is in ${currency}` });
    }
  }
}

function parseHours(value: unknown, path: string, issues: ZoneIssue[]): Availability | null {
  if (value === null) return null;
  const parsed = parseAvailability(value, (pointer, _code, message) => {
    const dotted = pointer
      .split("/")
      .slice(1)
      .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
      .join("");
    issues.push({ path: `${path}.hours${dotted}`, message });
  });
  return parsed ?? null;
}

function parseArea(
  present: ZoneFields | null,
  input: ZoneInput,
  location: Point | null,
  path: string,
  issues: ZoneIssue[],
): Pick<ZoneFields, "geometry" | "corners" | "area_square_meters"> | undefined {
  if (input.geometry === undefined) {
    if (present !== null) {
      const { geometry, corners, area_square_meters } = present;
      return { geometry, corners, area_square_meters };
    }
    issues.push({ path, message: "is required" });
    return undefined;
  }
  const parsed = parseGeometry(input.geometry, location, path);
  if (parsed.kind === "issues") {
    issues.push(...parsed.issues);
    return undefined;
  }
  return { geometry: parsed.geometry, corners: parsed.corners, area_square_meters: parsed.areaSquareMeters };
}
