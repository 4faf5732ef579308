/**
 * Finds the parts of a document that have the shape of a booking configuration's. They are judged although other parts
 * are malformed, so that one answer names every fault.
 */
import { compileGuard } from "../../platform/http/reading/validate.ts";
import type { Entries, SoundArea, SoundParts } from "./configuration-issues.ts";
import {
  areaHeadShape,
  combinationShape,
  exceptionShape,
  experienceShape,
  partySizeShape,
  paymentShape,
  policyShape,
  shownShape,
  thresholdShape,
  turnTimeShape,
  unitShape,
  weeklyServiceShape,
} from "./configuration.schemas.ts";

const isPartySize = compileGuard(partySizeShape);
const isThreshold = compileGuard(thresholdShape);
const isTurnTime = compileGuard(turnTimeShape);
const isService = compileGuard(weeklyServiceShape);
const isException = compileGuard(exceptionShape);
const isAreaHead = compileGuard(areaHeadShape);
const isUnit = compileGuard(unitShape);
const isCombination = compileGuard(combinationShape);
const isExperience = compileGuard(experienceShape);
const isPayment = compileGuard(paymentShape);
const isShown = compileGuard(shownShape);
const isPolicy = compileGuard(policyShape);

/** The sound parts of what was sent as a configuration, whatever that is. */
export function soundPartsOf(given: unknown): SoundParts {
  const fields = fieldsOf(given);
  const areas = fields.get("areas");
  const partySize = fields.get("partySize");
  const threshold = fields.get("largePartyThreshold");
  const cancellation = fields.get("cancellation");
  return {
    partySize: isPartySize(partySize) ? partySize : null,
    largePartyThreshold: isThreshold(threshold) ? threshold : null,
    durations: entriesOf(fields.get("durations"), isTurnTime),
    services: entriesOf(fields.get("services"), isService),
    exceptions: entriesOf(fields.get("exceptions") ?? [], isException),
    areas: Array.isArray(areas) ? areas.map(soundAreaOf) : null,
    experiences: entriesOf(fields.get("experiences") ?? [], isExperience),
    payments: entriesOf(fields.get("payments") ?? [], isPayment),
    cancellation: isPolicy(cancellation) ? cancellation : {},
  };
}

function soundAreaOf(area: unknown): SoundArea | undefined {
  if (!isAreaHead(area)) return undefined;
  const fields = fieldsOf(area);
  return {
    areaId: area.areaId,
    poolId: area.poolId,
    units: entriesOf(fields.get("units"), isUnit),
    combinations: entriesOf(fields.get("combinations") ?? [], isCombination),
    shown: isShown(area) ? area : {},
  };
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}

function entriesOf<T>(list: unknown, isSound: (value: unknown) => value is T): Entries<T> {
  if (!Array.isArray(list)) return null;
  return list.map((entry: unknown) => (isSound(entry) ? entry : undefined));
}
