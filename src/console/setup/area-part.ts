/** An area with its tables and combinations: one row each. Pure. */
import type { Area, BookingConfiguration, Combination, Unit } from "../../bookings/venue/configuration.ts";
import type { Cell } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { isNew, numberOrNull, rowFields, rowsIn, textOf, textOrNull } from "../shell/row-fields.ts";
import type { SetupPart, SetupWords } from "./setup-part.ts";
import { shownFields, shownOf, shownSection, textsFields, textsOfFields, textsSection } from "./shown-part.ts";

const textNames = ["name", "description"] as const;
const seats = { kind: "number", min: 1, max: 1000 } as const;

/** The area of that id; a new one, with that id, where `isNew`. `freshId` names a new table. */
export function areaPart(
  say: SetupWords,
  wanted: { readonly id: string; readonly isNew: boolean; readonly freshId: (row: string) => string },
): SetupPart {
  const { id } = wanted;
  const find = ({ areas }: BookingConfiguration): Area | undefined => areas.find(({ areaId }) => areaId === id);
  return {
    title: say(wanted.isNew ? "area.new" : "area"),
    sections: (configuration, sent) => [
      ...sections(say, find(configuration), sent),
      shownSection(say),
      textsSection(say, [
        { name: "name", label: say("name"), max: 200 },
        { name: "description", label: say("experience.description"), max: 2000, lines: true },
      ]),
    ],
    read(configuration) {
      const area = find(configuration);
      if (area !== undefined) return toFields(area);
      const blank = { description: null, ...shownFields({}), ...textsFields({}, textNames) };
      return wanted.isNew ? { name: null, pool: nextPool(configuration), ...blank } : undefined;
    },
    write(configuration, fields) {
      const texts = textsOfFields(fields, textNames, find(configuration));
      const area = {
        ...fromFields(id, fields, wanted.freshId, find(configuration)),
        ...shownOf(fields),
        ...texts,
      };
      const { areas } = configuration;
      const isKnown = areas.some(({ areaId }) => areaId === id);
      return {
        ...configuration,
        areas: isKnown ? areas.map((one) => (one.areaId === id ? area : one)) : [...areas, area],
      };
    },
    retell: retellJoined,
    ...(wanted.isNew
      ? {}
      : {
          remove: (configuration) => ({
            ...configuration,
            areas: configuration.areas.filter(({ areaId }) => areaId !== id),
          }),
        }),
  };
}

/** Rows of joined tables with the names that the tables have in `present`: somebody else may have given them others. */
function retellJoined(side: Fields, base: Fields, present: Fields): Fields {
  const names = [base, side].flatMap((fields) =>
    rowsIn("unit", fields).map(([id, [name = ""]]) => [name, id] as const),
  );
  const idOf = new Map(names);
  const nameOf = new Map(rowsIn("unit", present).map(([id, [name = ""]]) => [id, name] as const));
  const retold = rowsIn("join", side).map(([row, [tables = "", ...rest]]) => {
    const parts = tablesIn(tables).map((name) => nameOf.get(idOf.get(name) ?? "") ?? name);
    return [`join.${row}`, [parts.join(", "), ...rest]] as const;
  });
  return { ...side, ...Object.fromEntries(retold) };
}

/** The names in a row of joined tables. */
function tablesIn(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function nextPool({ areas }: BookingConfiguration): number {
  return Math.max(0, ...areas.map(({ poolId }) => poolId)) + 1;
}

function sections(say: SetupWords, area: Area | undefined, sent: Fields): Section[] {
  const units: readonly Cell[] = [
    { kind: "text", label: say("unit.name"), max: 200 },
    { ...seats, label: say("unit.min") },
    { ...seats, label: say("unit.max") },
    { kind: "tick", label: say("unit.listed"), ticked: true },
    { kind: "tick", label: say("unit.out") },
  ];
  const combinations: readonly Cell[] = [
    { kind: "text", label: say("combination.units"), max: 1300 },
    { ...seats, label: say("unit.min") },
    { ...seats, label: say("unit.max") },
    { kind: "number", label: say("combination.priority"), min: -1_000_000, max: 1_000_000, optional: true },
  ];
  const named = (area?.units ?? []).map(({ unitId, name }) => [unitId, name] as const);
  const joined = (area?.combinations ?? []).map((one) => [keyOf(one), namesOf(one, area?.units ?? [])] as const);
  const newLabel = say("row.new");
  return [
    {
      title: say("area.itself"),
      fields: [
        { kind: "text", name: "name", label: say("name"), max: 200 },
        {
          kind: "number",
          name: "pool",
          label: say("area.order"),
          hint: say("area.order.hint"),
          min: -1_000_000,
          max: 1_000_000,
        },
        {
          kind: "text",
          name: "description",
          label: say("experience.description"),
          max: 2000,
          optional: true,
          lines: true,
        },
      ],
    },
    {
      title: say("units"),
      text: say("units.text"),
      fields: rowFields("unit", named, sent, { cells: units, empty: 4, newLabel }),
    },
    {
      title: say("combinations"),
      text: say("combinations.text"),
      fields: rowFields("join", joined, sent, { cells: combinations, empty: 2, newLabel }),
    },
  ];
}

function keyOf({ unitIds }: Combination): string {
  return unitIds.join("+");
}

function namesOf({ unitIds }: Pick<Combination, "unitIds">, units: readonly Unit[]): string {
  return unitIds.map((id) => units.find(({ unitId }) => unitId === id)?.name ?? id).join(", ");
}

function toFields(area: Area): Fields {
  const { name, poolId, units, combinations } = area;
  const box = (isOn: boolean): string => (isOn ? "1" : "");
  return {
    name,
    pool: poolId,
    description: area.description ?? null,
    ...shownFields(area),
    ...textsFields(area, textNames),
    ...Object.fromEntries(
      units.map((unit) => [
        `unit.${unit.unitId}`,
        [unit.name, String(unit.minSeats), String(unit.maxSeats), box(unit.listed), box(unit.outOfService)],
      ]),
    ),
    ...Object.fromEntries(
      combinations.map((one) => [
        `join.${keyOf(one)}`,
        [
          namesOf(one, units),
          String(one.minSeats),
          String(one.maxSeats),
          one.priority === null ? "" : String(one.priority),
        ],
      ]),
    ),
  };
}

/** `before` is the area as it was: a row of joined tables that still says what it said means the same tables. */
function fromFields(areaId: string, fields: Fields, freshId: (row: string) => string, before?: Area): Area {
  const units = rowsIn("unit", fields).map(([row, [name = "", min, max, listed, out]]): Unit => ({
    unitId: isNew(row) ? freshId(row) : row,
    name,
    minSeats: Number(min),
    maxSeats: Number(max),
    listed: listed === "1",
    outOfService: out === "1",
  }));
  const read = readTables(units, before?.units ?? []);
  const known = new Map((before?.combinations ?? []).map((one) => [keyOf(one), one]));
  const nameOf = new Map((before?.units ?? []).map(({ unitId, name }) => [unitId, name]));
  const isThere = new Set(units.map(({ unitId }) => unitId));
  const isAsBefore = (one: Combination, tables: string): boolean => namesOf(one, before?.units ?? []) === tables;
  const combinations = rowsIn("join", fields).map(([row, [tables = "", min, max, priority]]): Combination => {
    const one = known.get(row);
    const unitIds = one !== undefined && isAsBefore(one, tables) ? one.unitIds : read(tables);
    return {
      // A table that is gone is told by its name.
      unitIds: unitIds.map((id) => (isThere.has(id) ? id : (nameOf.get(id) ?? id))),
      minSeats: Number(min),
      maxSeats: Number(max),
      priority: numberOrNull(priority),
    };
  });
  const description = textOrNull(fields["description"]);
  return {
    areaId,
    poolId: Number(fields["pool"]),
    name: textOf(fields["name"]),
    ...(description === null ? {} : { description }),
    units,
    combinations,
  };
}

/** Reads the names of joined tables. A name that a table had until now means that table too, where no other has it. */
function readTables(units: readonly Unit[], before: readonly Unit[]): (tables: string) => string[] {
  const names = [...before, ...units].map(({ unitId, name }) => [name, unitId] as const);
  const idOf = new Map([...units.map(({ unitId }) => [unitId, unitId] as const), ...names]);
  return (tables) => tablesIn(tables).map((one) => idOf.get(one) ?? one);
}
