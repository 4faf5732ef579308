/** Finds the part of the configuration that a page is about, by its address. Pure. */
import { randomBytes } from "node:crypto";
import type { BookingConfiguration } from "../../bookings/venue/configuration.ts";
import { areaPart } from "./area-part.ts";
import { exceptionsPart } from "./exceptions-part.ts";
import { experiencePart } from "./experience-part.ts";
import { paymentPart } from "./payment-part.ts";
import { rulesPart } from "./rules-part.ts";
import { servicePart } from "./service-part.ts";
import type { SetupPart, SetupWords } from "./setup-part.ts";
import { turnsPart } from "./turns-part.ts";

export const partKinds = ["rules", "turns", "service", "area", "experience", "payment", "exceptions"] as const;
export type PartKind = (typeof partKinds)[number];

/** A part of a configuration that is there. */
export interface FoundPart {
  readonly kind: PartKind;
  /** Null for what is new. */
  readonly id: string | null;
  readonly part: SetupPart;
  readonly configuration: BookingConfiguration;
  readonly revision: number;
}

/** An id of what has none yet, unlike every other of its list. */
function freshId(kind: string): string {
  return `${kind}-${randomBytes(5).toString("hex")}`;
}

/** Ids for new rows: the same row is given the same id. */
function freshIds(kind: string): (row: string) => string {
  const given = new Map<string, string>();
  return (row) => {
    const id = given.get(row) ?? freshId(kind);
    given.set(row, id);
    return id;
  };
}

/** A part; without an id a new service, area, experience or payment. `day` says a day of the week. */
export function findPart(
  say: SetupWords,
  { kind, id, day }: { readonly kind: PartKind; readonly id: string | null; readonly day: (of: number) => string },
): SetupPart {
  const isNew = id === null;
  const own = id ?? freshId(kind);
  switch (kind) {
    case "rules":
      return rulesPart(say);
    case "turns":
      return turnsPart(say);
    case "service":
      return servicePart(say, { id: own, isNew, day });
    case "area":
      return areaPart(say, { id: own, isNew, freshId: freshIds("table") });
    case "exceptions":
      return exceptionsPart(say, freshIds("service"));
    case "experience":
      return experiencePart(say, { id: own, isNew });
    case "payment":
      return paymentPart(say, { id: own, isNew, day });
  }
}
