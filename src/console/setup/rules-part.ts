/** The rules of booking: party sizes, times, cancellation, contact, the waitlist, alerts of full days. Pure. */
import { contactRules, slotIntervals, type BookingConfiguration } from "../../bookings/venue/configuration.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { numberOrNull, textOrNull } from "../shell/row-fields.ts";
import type { SetupPart, SetupWords } from "./setup-part.ts";
import { textsFields, textsOfFields, textsSection } from "./shown-part.ts";

const textNames = ["policyText"] as const;

/** The part of the rules. */
export function rulesPart(say: SetupWords): SetupPart {
  return { title: say("rules"), sections: () => [...sections(say), policyTexts(say)], read, write };
}

function sections(say: SetupWords): Section[] {
  const people = { min: 1, max: 1000 } as const;
  return [
    {
      title: say("rules.parties"),
      fields: [
        { kind: "number", name: "party_min", label: say("rules.party_min"), ...people },
        { kind: "number", name: "party_max", label: say("rules.party_max"), ...people },
        {
          kind: "number",
          name: "large_party",
          label: say("rules.large_party"),
          hint: say("rules.large_party.hint"),
          ...people,
          optional: true,
        },
        {
          kind: "choice",
          name: "contact",
          label: say("rules.contact"),
          options: contactRules.map((one) => [one, say(`contact.${one}`)] as const),
        },
      ],
    },
    {
      title: say("rules.times"),
      fields: [
        {
          kind: "choice",
          name: "interval",
          label: say("rules.interval"),
          options: slotIntervals.map((one) => [String(one), say("minutes", { count: one })] as const),
        },
        { kind: "number", name: "lead_minutes", label: say("rules.lead_minutes"), min: 0, max: 86_400 },
        { kind: "number", name: "lead_days", label: say("rules.lead_days"), min: 0, max: 730 },
        { kind: "number", name: "hold_seconds", label: say("rules.hold"), min: 60, max: 600 },
        { kind: "number", name: "buffer", label: say("rules.buffer"), min: 0, max: 240 },
        { kind: "tick", name: "repair", label: say("rules.repair") },
      ],
    },
    {
      title: say("rules.cancelling"),
      fields: [
        { kind: "number", name: "cancel_minutes", label: say("rules.cancel_minutes"), min: 0, max: 86_400 },
        {
          kind: "text",
          name: "policy",
          label: say("rules.policy"),
          hint: say("rules.policy.hint"),
          max: 2000,
          optional: true,
          lines: true,
        },
      ],
    },
    {
      title: say("rules.waitlist"),
      fields: [
        { kind: "tick", name: "wait_on", label: say("rules.wait_on") },
        { kind: "number", name: "wait_party", label: say("rules.wait_party"), ...people },
        { kind: "number", name: "wait_minutes", label: say("rules.wait_minutes"), min: 1, max: 240 },
        {
          kind: "number",
          name: "wait_most",
          label: say("rules.wait_most"),
          hint: say("none.hint"),
          min: 1,
          max: 10_000,
          optional: true,
        },
      ],
    },
    {
      title: say("rules.alerts"),
      text: say("rules.alerts_on.hint"),
      fields: [
        { kind: "tick", name: "alerts_on", label: say("rules.alerts_on") },
        { kind: "number", name: "alerts_minutes", label: say("rules.alerts_minutes"), min: 5, max: 60 },
      ],
    },
  ];
}

function policyTexts(say: SetupWords): Section {
  return textsSection(say, [{ name: "policyText", label: say("rules.policy"), max: 2000, lines: true }]);
}

function read(configuration: BookingConfiguration): Fields {
  const { partySize, leadTime, cancellation, waitlist, tableAlerts } = configuration;
  return {
    party_min: partySize.min,
    party_max: partySize.max,
    large_party: configuration.largePartyThreshold,
    contact: configuration.contactRequired,
    interval: String(configuration.slotIntervalMinutes),
    lead_minutes: leadTime.minMinutes,
    lead_days: leadTime.maxDays,
    hold_seconds: configuration.holdSeconds,
    buffer: configuration.bufferMinutes,
    repair: configuration.repair,
    cancel_minutes: cancellation.guestWindowMinutes,
    policy: cancellation.policyText,
    ...textsFields(cancellation, textNames),
    wait_on: waitlist.enabled,
    wait_party: waitlist.maxPartySize,
    wait_minutes: waitlist.notifyExpiryMinutes,
    wait_most: waitlist.maxEntries,
    alerts_on: tableAlerts.enabled,
    alerts_minutes: tableAlerts.offerMinutes,
  };
}

function write(configuration: BookingConfiguration, fields: Fields): BookingConfiguration {
  const number = (name: string): number => Number(fields[name]);
  return {
    ...configuration,
    partySize: { min: number("party_min"), max: number("party_max") },
    largePartyThreshold: numberOrNull(fields["large_party"]),
    contactRequired: contactRules.find((one) => one === fields["contact"]) ?? configuration.contactRequired,
    slotIntervalMinutes: slotIntervals.find((one) => one === number("interval")) ?? configuration.slotIntervalMinutes,
    leadTime: { minMinutes: number("lead_minutes"), maxDays: number("lead_days") },
    holdSeconds: number("hold_seconds"),
    bufferMinutes: number("buffer"),
    repair: fields["repair"] === true,
    cancellation: {
      guestWindowMinutes: number("cancel_minutes"),
      policyText: textOrNull(fields["policy"]),
      ...textsOfFields(fields, textNames, configuration.cancellation),
    },
    waitlist: {
      enabled: fields["wait_on"] === true,
      maxPartySize: number("wait_party"),
      notifyExpiryMinutes: number("wait_minutes"),
      maxEntries: numberOrNull(fields["wait_most"]),
    },
    tableAlerts: { enabled: fields["alerts_on"] === true, offerMinutes: number("alerts_minutes") },
  };
}
