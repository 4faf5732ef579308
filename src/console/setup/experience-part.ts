/** An experience, which guests may book instead of a table alone. Pure. */
import type { BookingConfiguration, Experience } from "../../bookings/venue/configuration.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { numberOrNull, textOf, textOrNull, textsOf } from "../shell/row-fields.ts";
import type { SetupPart, SetupWords } from "./setup-part.ts";
import { shownFields, shownOf, shownSection, textsFields, textsOfFields, textsSection } from "./shown-part.ts";

const textNames = ["name", "description"] as const;

const blank: Omit<Experience, "experienceId"> = {
  name: "",
  description: null,
  prepaymentRequired: false,
  minPartySize: null,
  maxPartySize: null,
  durationMinutes: null,
  services: null,
  unitIds: null,
};

/** The experience of that id; a new one, with that id, where `isNew`. */
export function experiencePart(
  say: SetupWords,
  { id, isNew }: { readonly id: string; readonly isNew: boolean },
): SetupPart {
  return {
    title: say(isNew ? "experience.new" : "experience"),
    sections: (configuration) => [
      ...sections(say, configuration),
      shownSection(say),
      textsSection(say, [
        { name: "name", label: say("name"), max: 200 },
        { name: "description", label: say("experience.description"), max: 2000, lines: true },
      ]),
    ],
    read: ({ experiences }) => {
      const found = isNew ? blank : experiences.find(({ experienceId }) => experienceId === id);
      return found === undefined ? undefined : toFields(found);
    },
    write(configuration, fields) {
      const { experiences } = configuration;
      const before = experiences.find(({ experienceId }) => experienceId === id);
      const texts = textsOfFields(fields, textNames, before);
      const experience: Experience = { ...fromFields(fields), ...shownOf(fields), ...texts, experienceId: id };
      const isKnown = before !== undefined;
      return {
        ...configuration,
        experiences: isKnown
          ? experiences.map((one) => (one.experienceId === id ? experience : one))
          : [...experiences, experience],
      };
    },
    ...(isNew
      ? {}
      : {
          remove: (configuration) => ({
            ...configuration,
            experiences: configuration.experiences.filter(({ experienceId }) => experienceId !== id),
          }),
        }),
  };
}

function sections(say: SetupWords, { services, areas }: BookingConfiguration): Section[] {
  const people = { min: 1, max: 1000, optional: true } as const;
  const units = areas.flatMap((area) =>
    area.units.map((unit) => [unit.unitId, `${unit.name} (${area.name})`] as const),
  );
  return [
    {
      title: say("experience.what"),
      fields: [
        { kind: "text", name: "name", label: say("name"), max: 200 },
        {
          kind: "text",
          name: "description",
          label: say("experience.description"),
          max: 2000,
          optional: true,
          lines: true,
        },
        { kind: "tick", name: "prepaid", label: say("experience.prepaid") },
        { kind: "number", name: "party_min", label: say("rules.party_min"), hint: say("none.hint"), ...people },
        { kind: "number", name: "party_max", label: say("rules.party_max"), hint: say("none.hint"), ...people },
        {
          kind: "number",
          name: "minutes",
          label: say("experience.minutes"),
          hint: say("experience.minutes.hint"),
          min: 5,
          max: 1440,
          optional: true,
        },
      ],
    },
    {
      title: say("experience.where"),
      fields: [
        {
          kind: "ticks",
          name: "services",
          label: say("services"),
          hint: say("experience.services.hint"),
          options: services.map(({ serviceId, name }) => [serviceId, name] as const),
          least: 0,
        },
        {
          kind: "ticks",
          name: "units",
          label: say("units"),
          hint: say("experience.units.hint"),
          options: units,
          least: 0,
        },
      ],
    },
  ];
}

function toFields(experience: Omit<Experience, "experienceId">): Fields {
  return {
    name: experience.name,
    description: experience.description,
    prepaid: experience.prepaymentRequired,
    party_min: experience.minPartySize,
    party_max: experience.maxPartySize,
    minutes: experience.durationMinutes,
    services: (experience.services ?? []).toSorted(),
    units: (experience.unitIds ?? []).toSorted(),
    ...shownFields(experience),
    ...textsFields(experience, textNames),
  };
}

function fromFields(fields: Fields): Omit<Experience, "experienceId"> {
  const orNull = (list: readonly string[]): readonly string[] | null => (list.length === 0 ? null : list);
  return {
    name: textOf(fields["name"]),
    description: textOrNull(fields["description"]),
    prepaymentRequired: fields["prepaid"] === true,
    minPartySize: numberOrNull(fields["party_min"]),
    maxPartySize: numberOrNull(fields["party_max"]),
    durationMinutes: numberOrNull(fields["minutes"]),
    services: orNull(textsOf(fields["services"])),
    unitIds: orNull(textsOf(fields["units"])),
  };
}
