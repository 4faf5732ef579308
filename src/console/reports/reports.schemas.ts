/** Wire shapes of reports and the ledger for managers and accountants. */
import Type, { type Static } from "typebox";
import { idField, localDate, nullable, oneOf } from "../../platform/http/reading/fields.ts";
import type { Report } from "./read-report.query.ts";
import { reportColumns, reportNames } from "./reports.ts";

const currency = nullable(
  Type.String({ maxLength: 3, description: "Of the amounts of the row; null where the report has none." }),
);
const values = Type.Array(nullable(Type.Integer()), {
  description:
    "In the order of the columns: counts, minutes, whole percent, or minor units of the currency. Null: nothing to say.",
});

export const reportShape = Type.Object(
  {
    object: Type.Literal("report"),
    location_id: idField("str"),
    name: oneOf(reportNames),
    from: localDate("The first day."),
    to: localDate("The last day."),
    timezone: Type.String({ maxLength: 255, description: "The days are those of this zone." }),
    columns: Type.Array(
      Type.Object({ name: Type.String({ maxLength: 200 }), kind: oneOf(["count", "money", "minutes", "percent"]) }),
    ),
    rows: Type.Array(Type.Object({ day: localDate("The day."), currency, values })),
    totals: Type.Array(Type.Object({ currency, values }), { description: "Of what adds up, for each currency." }),
  },
  { title: "Report" },
);

export function reportToWire(
  report: Report,
  locationId: Static<typeof reportShape>["location_id"],
): Static<typeof reportShape> {
  return {
    object: "report",
    location_id: locationId,
    name: report.name,
    from: report.from,
    to: report.to,
    timezone: report.timeZone,
    columns: reportColumns[report.name].map((column) => ({ ...column })),
    rows: report.rows.map((row) => ({ ...row, values: [...row.values] })),
    totals: report.totals.map((row) => ({ ...row, values: [...row.values] })),
  };
}
