/** Single dates on which the services are others than every week: one row for each service of a date. Pure. */
import type { BookingConfiguration, Service, ServiceException } from "../../bookings/venue/configuration.ts";
import type { Cell } from "../shell/form-fields.ts";
import type { Fields } from "../shell/merge-three.ts";
import { rowFields, rowsIn, type SetupPart, type SetupWords } from "./setup-part.ts";

const closedId = "closed";

/** The part of the exceptions. `freshId` names a service of a new row. */
export function exceptionsPart(say: SetupWords, freshId: (row: string) => string): SetupPart {
  const cells: readonly Cell[] = [
    { kind: "date", label: say("date") },
    { kind: "tick", label: say("closed") },
    { kind: "text", label: say("service"), max: 200, optional: true },
    { kind: "time", label: say("service.opens"), optional: true },
    { kind: "time", label: say("service.closes"), optional: true },
    { kind: "time", label: say("service.last"), optional: true },
  ];
  return {
    title: say("exceptions"),
    sections: ({ exceptions }, names) => [
      {
        title: say("exceptions"),
        text: say("exceptions.text"),
        fields: rowFields(
          "day",
          exceptions.flatMap(rowsOf).map(([id, texts]) => [id, texts[0] ?? id] as const),
          names,
          { cells, empty: 3, newLabel: say("row.new") },
        ),
      },
    ],
    read: ({ exceptions }) => Object.fromEntries(exceptions.flatMap(rowsOf).map(([id, texts]) => [`day.${id}`, texts])),
    write: (configuration, fields) => ({ ...configuration, exceptions: exceptionsIn(configuration, fields, freshId) }),
  };
}

function rowsOf({ date, closed, services }: ServiceException): (readonly [string, string[]])[] {
  if (closed || services.length === 0) return [[`${date} ${closedId}`, [date, "1", "", "", "", ""]]];
  return services.map((one) => [
    `${date} ${one.serviceId}`,
    [date, "", one.name, one.opens, one.closes, one.lastSeating ?? ""],
  ]);
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
  const rows = rowsIn("day", fields).map(([id, [date = "", closed, name = "", opens = "", closes = "", last]]) => {
    const before = known.get(id);
    const service: Service = {
      serviceId: before?.serviceId ?? freshId(id),
      name,
      // A service that is called otherwise now has no other texts yet.
      ...(before?.translations !== undefined && before.name === name ? { translations: before.translations } : {}),
      opens,
      closes,
      lastSeating: last === "" || last === undefined ? null : last,
      areas: before?.areas ?? null,
      pacing: before?.pacing ?? null,
    };
    return { date, isClosed: closed === "1", service };
  });
  const dates = [...new Set(rows.map(({ date }) => date))].toSorted();
  return dates.map((date) => {
    const own = rows.filter((row) => row.date === date);
    const isClosed = own.some((row) => row.isClosed);
    return { date, closed: isClosed, services: isClosed ? [] : own.map(({ service }) => service) };
  });
}
