/** Single dates whose services differ from the week, with their areas and limits: one row for each service of a date. Pure. */
import type { BookingConfiguration, Service, ServiceException } from "../../bookings/venue/configuration.ts";
import type { Cell, Option } from "../shell/form-fields.ts";
import type { Fields } from "../shell/merge-three.ts";
import { numberOrNull, rowFields, rowsIn } from "../shell/row-fields.ts";
import type { SetupPart, SetupWords } from "./setup-part.ts";

const closedId = "closed";

/** The part of the exceptions. `freshId` names a service of a new row. */
export function exceptionsPart(say: SetupWords, freshId: (row: string) => string): SetupPart {
  const cellsOf = (configuration: BookingConfiguration): readonly Cell[] => [
    { kind: "date", label: say("date") },
    { kind: "tick", label: say("closed") },
    { kind: "text", label: say("service"), max: 200, optional: true },
    { kind: "time", label: say("service.opens"), optional: true },
    { kind: "time", label: say("service.closes"), optional: true },
    { kind: "time", label: say("service.last"), optional: true },
    { kind: "choice", label: say("service.areas"), options: areaChoices(say, configuration) },
    { kind: "number", label: say("service.parties"), min: 0, max: 10_000, optional: true },
    { kind: "number", label: say("service.covers"), min: 0, max: 100_000, optional: true },
  ];
  return {
    title: say("exceptions"),
    sections: (configuration, sent) => [
      {
        title: say("exceptions"),
        text: say("exceptions.text"),
        fields: rowFields(
          "day",
          rowsOf(configuration).map(([id, texts]) => [id, texts[0] ?? id] as const),
          sent,
          { cells: cellsOf(configuration), empty: 3, newLabel: say("row.new") },
        ),
      },
    ],
    read: (configuration) => Object.fromEntries(rowsOf(configuration).map(([id, texts]) => [`day.${id}`, texts])),
    write: (configuration, fields) => ({ ...configuration, exceptions: exceptionsIn(configuration, fields, freshId) }),
  };
}

/** With more areas than these, only single ones and those that are together somewhere can be chosen. */
const mostCombined = 4;

/** Everywhere, or some of the areas: their ids as JSON, since an id may have any character. */
function areaChoices(say: SetupWords, { areas, services, exceptions }: BookingConfiguration): readonly Option[] {
  const ids = areas.map(({ areaId }) => areaId);
  const together = [...services, ...exceptions.flatMap((one) => one.services)].map((one) => one.areas ?? ids);
  const sets = ids.length <= mostCombined ? subsetsOf(ids) : [...ids.map((id) => [id]), ...together];
  const values = new Set(sets.map((some) => valueOf(ids, some)));
  values.delete("");
  const nameOf = (id: string): string => areas.find(({ areaId }) => areaId === id)?.name ?? id;
  return [
    ["", say("blackout.everywhere")],
    ...[...values].map((value) => [value, idsIn(value).map(nameOf).join(", ")] as const),
  ];
}

/** All sets of some of the ids, the small ones first. */
function subsetsOf(ids: readonly string[]): readonly (readonly string[])[] {
  const sets = ids.reduce<readonly (readonly string[])[]>(
    (found, id) => [...found, ...found.map((some) => [...some, id])],
    [[]],
  );
  return sets.filter(({ length }) => length > 0).toSorted((one, other) => one.length - other.length);
}

/** The value of a choice of areas, in the order of the configuration; "" for all. */
function valueOf(ids: readonly string[], some: readonly string[] | null): string {
  const chosen = ids.filter((id) => some?.includes(id) ?? true);
  return chosen.length === ids.length ? "" : JSON.stringify(chosen);
}

const idsIn = (value: string): readonly string[] => JSON.parse(value) as string[];

function rowsOf({ areas, exceptions }: BookingConfiguration): (readonly [string, string[]])[] {
  const ids = areas.map(({ areaId }) => areaId);
  const limit = (most: number | null | undefined): string => (most === null || most === undefined ? "" : String(most));
  const rowOf = (date: string, one: Service): readonly [string, string[]] => {
    const hours = [one.opens, one.closes, one.lastSeating ?? ""];
    const limits = [limit(one.pacing?.maxParties), limit(one.pacing?.maxCovers)];
    return [`${date} ${one.serviceId}`, [date, "", one.name, ...hours, valueOf(ids, one.areas), ...limits]];
  };
  return exceptions.flatMap(({ date, closed, services }): readonly (readonly [string, string[]])[] =>
    closed || services.length === 0
      ? [[`${date} ${closedId}`, [date, "1", "", "", "", "", "", "", ""]]]
      : services.map((one) => rowOf(date, one)),
  );
}

function exceptionsIn(
  configuration: BookingConfiguration,
  fields: Fields,
  freshId: (row: string) => string,
): ServiceException[] {
  const known = new Map<string, Service>(
    configuration.exceptions.flatMap(({ date, services }) =>
      services.map((one) => [`${date} ${one.serviceId}`, one] as const),
    ),
  );
  const ids = configuration.areas.map(({ areaId }) => areaId);
  const rows = rowsIn("day", fields).map(([id, texts]) => {
    const [date = "", closed, name = "", opens = "", closes = "", last, areas = "", ...limits] = texts;
    const before = known.get(id);
    const isSame = before !== undefined && valueOf(ids, before.areas) === areas;
    const [maxParties = null, maxCovers = null] = limits.map(numberOrNull);
    const service: Service = {
      serviceId: before?.serviceId ?? freshId(id),
      name,
      // A service that is called otherwise now has no other texts yet.
      ...(before?.translations !== undefined && before.name === name ? { translations: before.translations } : {}),
      opens,
      closes,
      lastSeating: last === "" || last === undefined ? null : last,
      // The order of the areas is the document's, where they are the same.
      areas: isSame ? before.areas : areas === "" ? null : idsIn(areas),
      pacing: maxParties === null && maxCovers === null ? null : { maxParties, maxCovers },
    };
    return { date, isClosed: closed === "1", service };
  });
  const dates = [...new Set(rows.map(({ date }) => date))].toSorted();
  return dates.map((date) => {
    const own = rows.filter((row) => row.date === date);
    // The tick takes the hours of its own row; hours in another row of that date are refused by the checks.
    // A date alone says nothing: it has no service, which the checks ask for.
    const services = own.flatMap(({ isClosed, service }) =>
      isClosed || [service.name, service.opens, service.closes].every((text) => text === "") ? [] : [service],
    );
    return { date, closed: own.some((row) => row.isClosed), services };
  });
}
