/**
 * A zone while a manager changes it: the read values, the typed ones, the drawn area, and undo. Pure; runs in the
 * browser. Only fields that differ from the read values are saved, so that others' changes of other fields stay.
 */
import { mergeThree, type Fields, type Merged } from "../shell/merge-three.ts";
import { amountIn, textOfAmount, wholeIn } from "./typed-numbers.ts";
import { emptyShape, geometryOf, shapeOf, type Shape, type WireGeometry } from "./shape.ts";
import { hoursText, readHours, typedHoursOf, type TypedHours, type WireHours } from "./zone-hours.ts";

interface WireMoney {
  readonly amount: number;
  readonly currency: string;
}

/** A zone as the calls of the console have it. */
export interface WireZone {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly fee: WireMoney;
  readonly minimum_order: WireMoney | null;
  readonly free_delivery_over: WireMoney | null;
  readonly estimated_minutes: { readonly min: number; readonly max: number } | null;
  readonly hours: WireHours | null;
  readonly geometry: WireGeometry;
}

/** A zone that was read by itself: also who wrote this version, and when. */
export interface ManagedZone extends WireZone {
  readonly updated_at: string;
  readonly updated_by: { readonly kind: "person" | "app" | "operator_token"; readonly name: string | null } | null;
}

/** What is typed of a zone. */
export interface Typed {
  readonly name: string;
  readonly enabled: boolean;
  readonly priority: string;
  readonly fee: string;
  readonly minimum: string;
  readonly freeFrom: string;
  readonly minutesFrom: string;
  readonly minutesTo: string;
  readonly currency: string;
  readonly hours: TypedHours;
}

/** What is typed as a text. */
export type TypedName = Exclude<keyof Typed, "enabled" | "hours">;

export interface Draft {
  /** Null: a new zone. */
  readonly zoneId: string | null;
  readonly version: number;
  /** Null for a new zone. */
  readonly base: Fields | null;
  readonly typed: Typed;
  readonly shape: Shape;
  /** Earlier shapes, the latest last. */
  readonly past: readonly Shape[];
}

const mostSteps = 100;

/** Begins to change a zone. */
export function draftOf(zone: WireZone, locale: string): Draft {
  const fields = fieldsOf(zone);
  const shape = shapeOf(zone.geometry);
  return { zoneId: zone.id, version: zone.version, base: fields, typed: typedOf(fields, locale), shape, past: [] };
}

/** Begins a new zone; `currency` is that of the menu, empty when nobody knows. */
export function newDraft(name: string, currency: string, shape: Shape = emptyShape): Draft {
  const typed: Typed = {
    name,
    enabled: true,
    priority: "0",
    fee: "",
    minimum: "",
    freeFrom: "",
    minutesFrom: "",
    minutesTo: "",
    currency,
    hours: typedHoursOf(null),
  };
  return { zoneId: null, version: 0, base: null, typed, shape, past: [] };
}

/** The draft with another shape; the one before can be taken back. */
export function drawn(draft: Draft, shape: Shape): Draft {
  return { ...draft, shape, past: [...draft.past, draft.shape].slice(-mostSteps) };
}

/** The draft with the shape before the last change. */
export function takenBack(draft: Draft): Draft {
  const shape = draft.past.at(-1);
  return shape === undefined ? draft : { ...draft, shape, past: draft.past.slice(0, -1) };
}

/** The values of a zone that are joined when two save: amounts in minor units, hours and area as JSON text. */
export function fieldsOf(zone: Omit<WireZone, "id" | "version">): Fields {
  return {
    name: zone.name,
    enabled: zone.enabled,
    priority: zone.priority,
    currency: zone.fee.currency,
    fee: zone.fee.amount,
    minimum_order: zone.minimum_order?.amount ?? null,
    free_delivery_over: zone.free_delivery_over?.amount ?? null,
    minutes: zone.estimated_minutes === null ? null : minutesText(zone.estimated_minutes),
    hours: hoursText(zone.hours),
    geometry: JSON.stringify(zone.geometry),
  };
}

const minutesText = ({ min, max }: { readonly min: number; readonly max: number }): string => `${min}-${max}`;

/** What is typed for such values. */
export function typedOf(fields: Fields, locale: string): Typed {
  const currency = String(fields["currency"]);
  const amount = (name: string): string => {
    const value = fields[name];
    return typeof value === "number" ? textOfAmount(value, currency, locale) : "";
  };
  const { hours = null } = fields;
  const [minutesFrom = "", minutesTo = ""] = String(fields["minutes"] ?? "").split("-");
  return {
    name: String(fields["name"]),
    enabled: fields["enabled"] === true,
    priority: String(fields["priority"]),
    fee: amount("fee"),
    minimum: amount("minimum_order"),
    freeFrom: amount("free_delivery_over"),
    minutesFrom,
    minutesTo,
    currency,
    hours: typedHoursOf(hours === null ? null : (JSON.parse(String(hours)) as WireHours)),
  };
}

/** What is wrong with a draft: by the name of what is typed, or the area. */
export type Mistake = "name" | "currency" | "amount" | "minutes" | "priority" | "hours" | "area";
type MistakenPart = TypedName | "hours" | "area";
export type Mistakes = ReadonlyMap<MistakenPart, Mistake>;

export type ReadDraft =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly mistakes: Mistakes };

const mostMinutes = 1_440;
const mostPriority = 1_000_000;

/** The values of the draft, or every mistake. */
export function readDraft({ typed, shape }: Draft): ReadDraft {
  const mistakes = new Map<MistakenPart, Mistake>();
  const name = typed.name.trim();
  if (name.length < 1 || name.length > 255) mistakes.set("name", "name");
  if (!/^[A-Z]{3}$/.test(typed.currency)) mistakes.set("currency", "currency");
  const amount = (field: "fee" | "minimum" | "freeFrom"): number | null => {
    const text = typed[field].trim();
    if (text === "" && field !== "fee") return null;
    const value = amountIn(text, typed.currency);
    if (value === undefined) mistakes.set(field, "amount");
    return value ?? null;
  };
  const priority = wholeIn(typed.priority, -mostPriority, mostPriority);
  if (priority === undefined) mistakes.set("priority", "priority");
  const hours = readHours(typed.hours);
  if (hours === undefined) mistakes.set("hours", "hours");
  const fields = {
    name,
    enabled: typed.enabled,
    priority: priority ?? 0,
    currency: typed.currency,
    fee: amount("fee"),
    minimum_order: amount("minimum"),
    free_delivery_over: amount("freeFrom"),
    minutes: readMinutes(typed, mistakes),
    hours: hours ?? null,
    geometry: JSON.stringify(geometryOf(shape) ?? null),
  };
  if (geometryOf(shape) === undefined) mistakes.set("area", "area");
  return mistakes.size > 0 ? { ok: false, mistakes } : { ok: true, fields };
}

function readMinutes({ minutesFrom, minutesTo }: Typed, mistakes: Map<MistakenPart, Mistake>): string | null {
  if (minutesFrom.trim() === "" && minutesTo.trim() === "") return null;
  const [min, max] = [wholeIn(minutesFrom, 0, mostMinutes), wholeIn(minutesTo, 0, mostMinutes)];
  if (min === undefined || (max !== undefined && min > max)) mistakes.set("minutesFrom", "minutes");
  if (max === undefined) mistakes.set("minutesTo", "minutes");
  return min === undefined || max === undefined ? null : minutesText({ min, max });
}

/** What is sent to make a zone of these values, or to change the one that has the values `now`. */
export function bodyOf(fields: Fields, now: Fields | null): Readonly<Record<string, unknown>> {
  const isNew = (name: string): boolean => now === null || fields[name] !== now[name];
  const currency = String(fields["currency"]);
  const moneyOf = (name: string): WireMoney | null => {
    const amount = fields[name];
    return typeof amount === "number" ? { amount, currency } : null;
  };
  const minutes = String(fields["minutes"] ?? "").split("-");
  const [min, max] = minutes.map(Number);
  return {
    ...Object.fromEntries(["name", "enabled", "priority"].filter(isNew).map((name) => [name, fields[name]])),
    ...(isNew("fee") || isNew("currency") ? { fee: moneyOf("fee") } : {}),
    ...(isNew("minimum_order") || isNew("currency") ? { minimum_order: moneyOf("minimum_order") } : {}),
    ...(isNew("free_delivery_over") || isNew("currency") ? { free_delivery_over: moneyOf("free_delivery_over") } : {}),
    ...(isNew("minutes") ? { estimated_minutes: minutes.length === 2 ? { min, max } : null } : {}),
    ...(isNew("hours")
      ? { hours: fields["hours"] === null ? null : (JSON.parse(String(fields["hours"])) as unknown) }
      : {}),
    ...(isNew("geometry") ? { geometry: JSON.parse(String(fields["geometry"])) as unknown } : {}),
  };
}

/** Joins what a manager typed with what somebody else saved meanwhile. */
export function joined(draft: Draft, mine: Fields, theirs: Fields): Merged {
  return mergeThree(draft.base ?? theirs, theirs, mine);
}
