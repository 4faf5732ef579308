/** A service: the days and hours in which parties are taken. Pure. */
import type { BookingConfiguration, WeeklyService } from "../../bookings/venue/configuration.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { numberOrNull, textOf, textOrNull, textsOf } from "../shell/row-fields.ts";
import type { SetupPart, SetupWords } from "./setup-part.ts";
import { textsFields, textsOfFields, textsSection } from "./shown-part.ts";
import { weekDays } from "./week-days.ts";

const textNames = ["name"] as const;

const blank: Omit<WeeklyService, "serviceId"> = {
  name: "",
  days: [0, 1, 2, 3, 4, 5, 6],
  opens: "12:00",
  closes: "22:00",
  lastSeating: null,
  areas: null,
  pacing: null,
};

/** The service of that id; a new one, with that id, where `isNew`. `day` says a day of the week. */
export function servicePart(
  say: SetupWords,
  { id, isNew, day }: { readonly id: string; readonly isNew: boolean; readonly day: (of: number) => string },
): SetupPart {
  return {
    title: say(isNew ? "service.new" : "service"),
    sections: (configuration) => [
      ...sections(say, configuration, day),
      textsSection(say, [{ name: "name", label: say("name"), max: 200 }]),
    ],
    read: ({ services }) => {
      const service = isNew ? blank : services.find(({ serviceId }) => serviceId === id);
      return service === undefined ? undefined : toFields(service);
    },
    write(configuration, fields) {
      const { services } = configuration;
      const before = services.find(({ serviceId }) => serviceId === id);
      const texts = textsOfFields(fields, textNames, before);
      const service: WeeklyService = { ...fromFields(fields), ...texts, serviceId: id };
      const known = before !== undefined;
      return {
        ...configuration,
        services: known ? services.map((one) => (one.serviceId === id ? service : one)) : [...services, service],
      };
    },
    ...(isNew ? {} : { remove: (configuration) => without(configuration, id) }),
  };
}

function without(configuration: BookingConfiguration, id: string): BookingConfiguration {
  return { ...configuration, services: configuration.services.filter(({ serviceId }) => serviceId !== id) };
}

function sections(say: SetupWords, { areas }: BookingConfiguration, day: (of: number) => string): Section[] {
  return [
    {
      title: say("service.when"),
      fields: [
        { kind: "text", name: "name", label: say("name"), max: 200 },
        {
          kind: "ticks",
          name: "days",
          label: say("service.days"),
          options: weekDays.map((one) => [String(one), day(one)] as const),
          least: 1,
        },
        { kind: "time", name: "opens", label: say("service.opens") },
        { kind: "time", name: "closes", label: say("service.closes"), hint: say("service.closes.hint") },
        { kind: "time", name: "last", label: say("service.last"), hint: say("service.last.hint"), optional: true },
      ],
    },
    {
      title: say("service.where"),
      fields: [
        {
          kind: "ticks",
          name: "areas",
          label: say("service.areas"),
          hint: say("service.areas.hint"),
          options: areas.map(({ areaId, name }) => [areaId, name] as const),
          least: 0,
        },
        {
          kind: "number",
          name: "parties",
          label: say("service.parties"),
          hint: say("none.hint"),
          min: 0,
          max: 10_000,
          optional: true,
        },
        {
          kind: "number",
          name: "covers",
          label: say("service.covers"),
          hint: say("none.hint"),
          min: 0,
          max: 100_000,
          optional: true,
        },
      ],
    },
  ];
}

function toFields(service: Omit<WeeklyService, "serviceId">): Fields {
  return {
    name: service.name,
    days: service.days.map(String).toSorted(),
    opens: service.opens,
    closes: service.closes,
    last: service.lastSeating,
    areas: (service.areas ?? []).toSorted(),
    parties: service.pacing?.maxParties ?? null,
    covers: service.pacing?.maxCovers ?? null,
    ...textsFields(service, textNames),
  };
}

function fromFields(fields: Fields): Omit<WeeklyService, "serviceId"> {
  const [parties, covers] = [numberOrNull(fields["parties"]), numberOrNull(fields["covers"])];
  const areas = textsOf(fields["areas"]);
  return {
    name: textOf(fields["name"]),
    days: textsOf(fields["days"])
      .map(Number)
      .toSorted((a, b) => a - b),
    opens: textOf(fields["opens"]),
    closes: textOf(fields["closes"]),
    lastSeating: textOrNull(fields["last"]),
    areas: areas.length === 0 ? null : areas,
    pacing: parties === null && covers === null ? null : { maxParties: parties, maxCovers: covers },
  };
}
