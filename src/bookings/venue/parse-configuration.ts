/**
 * Reads a booking configuration that has the right shape: fills in absent fields, and names every contradiction. A part
 * that is valid but useless (no area, no table, no service) is refused as such, not as malformed. Pure.
 */
import type { BookingConfiguration, ConfiguredPayment, Service, ServiceException } from "./configuration.ts";
import type { GivenConfiguration } from "./configuration.schemas.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest, type FieldsRefusal } from "../../platform/http/reading/invalid-request.ts";
import { configurationIssues } from "./configuration-issues.ts";

/** Reads the document; issues have paths below `body.configuration`. */
export function parseConfiguration(
  given: GivenConfiguration,
): BookingConfiguration | FieldsRefusal<"invalid_request"> | Refusal<"configuration_rejected"> {
  const { largePartyThreshold = null, exceptions, experiences, payments } = given;
  const issues = configurationIssues({
    ...given,
    largePartyThreshold,
    exceptions: exceptions ?? [],
    areas: given.areas.map((area) => ({ ...area, combinations: area.combinations ?? [], shown: area })),
    experiences: experiences ?? [],
    payments: payments ?? [],
  });
  if (issues.length > 0) return invalidRequest(issues);
  const configuration = fillIn(given);
  const reasons = uselessnessOf(configuration);
  if (reasons.length > 0)
    return refuse("configuration_rejected", `the configuration cannot work: ${reasons.join(", ")}`, { reasons });
  return {
    ...configuration,
    durations: configuration.durations.toSorted((a, b) => a.minPartySize - b.minPartySize),
    areas: configuration.areas.toSorted((a, b) => a.poolId - b.poolId),
  };
}

function uselessnessOf({ areas, services, exceptions }: BookingConfiguration): string[] {
  const hasService = services.length > 0 || exceptions.some((exception) => exception.services.length > 0);
  return [
    ...(areas.length === 0 ? ["it has no area"] : []),
    ...(areas.every(({ units }) => units.length === 0) ? ["it has no table"] : []),
    ...(hasService ? [] : ["it has no service period"]),
  ];
}

/** In the order of the lists as they were sent, so that paths can be named. */
function fillIn(given: GivenConfiguration): BookingConfiguration {
  const { waitlist } = given;
  return {
    slotIntervalMinutes: given.slotIntervalMinutes,
    partySize: given.partySize,
    largePartyThreshold: given.largePartyThreshold ?? null,
    leadTime: given.leadTime,
    holdSeconds: given.holdSeconds ?? 300,
    waitlist: {
      enabled: waitlist?.enabled ?? false,
      maxPartySize: waitlist?.maxPartySize ?? given.partySize.max,
      notifyExpiryMinutes: waitlist?.notifyExpiryMinutes ?? 10,
      maxEntries: waitlist?.maxEntries ?? null,
    },
    contactRequired: given.contactRequired,
    cancellation: {
      guestWindowMinutes: given.cancellation.guestWindowMinutes,
      policyText: given.cancellation.policyText ?? null,
      ...textsOf(given.cancellation),
    },
    durations: given.durations,
    bufferMinutes: given.bufferMinutes ?? 0,
    services: given.services.map((service) => ({ ...fillInService(service), days: service.days })),
    exceptions: (given.exceptions ?? []).map(fillInException),
    areas: given.areas.map((area) => ({
      areaId: area.areaId,
      poolId: area.poolId,
      name: area.name,
      ...(area.description ? { description: area.description } : {}),
      ...shownOf(area),
      units: area.units.map((unit) => ({ ...unit, outOfService: unit.outOfService ?? false })),
      combinations: (area.combinations ?? []).map((each) => ({ ...each, priority: each.priority ?? null })),
    })),
    experiences: (given.experiences ?? []).map((experience) => ({
      experienceId: experience.experienceId,
      name: experience.name,
      description: experience.description ?? null,
      ...shownOf(experience),
      prepaymentRequired: experience.prepaymentRequired,
      minPartySize: experience.minPartySize ?? null,
      maxPartySize: experience.maxPartySize ?? null,
      durationMinutes: experience.durationMinutes ?? null,
      services: experience.services ?? null,
      unitIds: experience.unitIds ?? null,
    })),
    payments: (given.payments ?? []).map(fillInPayment),
    tableAlerts: {
      enabled: given.tableAlerts?.enabled ?? false,
      offerMinutes: given.tableAlerts?.offerMinutes ?? 15,
    },
    repair: given.repair ?? true,
  };
}

type GivenService = Omit<GivenConfiguration["services"][number], "days">;
type GivenException = NonNullable<GivenConfiguration["exceptions"]>[number];

type GivenShown = Pick<GivenConfiguration["areas"][number], "photoUrl" | "pricePerPerson" | "translations">;

/** What guests are shown beside name and description; what is not given is left out. */
function shownOf({ photoUrl, pricePerPerson, ...rest }: GivenShown) {
  return {
    ...(photoUrl ? { photoUrl } : {}),
    ...(pricePerPerson ? { pricePerPerson } : {}),
    ...textsOf(rest),
  };
}

/** Translations, where there are any. */
function textsOf<Texts extends object>({
  translations,
}: {
  readonly translations?: Texts | null;
}): {
  readonly translations?: Texts;
} {
  return translations && Object.keys(translations).length > 0 ? { translations } : {};
}

function fillInService(service: GivenService): Service {
  const { pacing } = service;
  return {
    serviceId: service.serviceId,
    name: service.name,
    ...textsOf(service),
    opens: service.opens,
    closes: service.closes,
    lastSeating: service.lastSeating ?? null,
    areas: service.areas ?? null,
    pacing: pacing ? { maxParties: pacing.maxParties ?? null, maxCovers: pacing.maxCovers ?? null } : null,
  };
}

function fillInPayment(payment: NonNullable<GivenConfiguration["payments"]>[number]): ConfiguredPayment {
  return {
    paymentId: payment.paymentId,
    kind: payment.kind,
    amount: payment.amount,
    per: payment.per,
    minPartySize: payment.minPartySize ?? null,
    days: payment.days ?? null,
    services: payment.services ?? null,
    experienceIds: payment.experienceIds ?? null,
    refundUntilMinutes: payment.refundUntilMinutes,
    refundPercentAfter: payment.refundPercentAfter ?? 0,
  };
}

function fillInException({ date, closed, services }: GivenException): ServiceException {
  return { date, closed: closed === true, services: (services ?? []).map(fillInService) };
}
