/** How long parties stay, by their size: one row each. Pure. */
import type { BookingConfiguration, TurnTime } from "../../bookings/venue/configuration.ts";
import type { Cell } from "../shell/form-fields.ts";
import type { Fields } from "../shell/merge-three.ts";
import { rowFields, rowsIn } from "../shell/row-fields.ts";
import type { SetupPart, SetupWords } from "./setup-part.ts";

/** The part of the turn times. */
export function turnsPart(say: SetupWords): SetupPart {
  const cells: readonly Cell[] = [
    { kind: "number", label: say("turns.from"), min: 1, max: 1000 },
    { kind: "number", label: say("turns.to"), min: 1, max: 1000 },
    { kind: "number", label: say("turns.minutes"), min: 5, max: 1440 },
  ];
  const label = ({ minPartySize, maxPartySize }: TurnTime): string => `${minPartySize}–${maxPartySize}`;
  return {
    title: say("turns"),
    sections: ({ durations }, sent) => [
      {
        title: say("turns"),
        text: say("turns.text"),
        fields: rowFields(
          "turn",
          durations.map((turn) => [String(turn.minPartySize), label(turn)] as const),
          sent,
          { cells, empty: 2, newLabel: say("row.new") },
        ),
      },
    ],
    read: ({ durations }) =>
      Object.fromEntries(
        durations.map((turn) => [
          `turn.${turn.minPartySize}`,
          [turn.minPartySize, turn.maxPartySize, turn.minutes].map(String),
        ]),
      ),
    write: (configuration: BookingConfiguration, fields: Fields) => ({
      ...configuration,
      durations: rowsIn("turn", fields).map(([, [from, to, minutes]]) => ({
        minPartySize: Number(from),
        maxPartySize: Number(to),
        minutes: Number(minutes),
      })),
    }),
  };
}
