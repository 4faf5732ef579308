/** A part of the booking configuration that a page shows and saves by itself. Pure. */
import type { BookingConfiguration } from "../../bookings/venue/configuration.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import type { speak } from "../../words/speak.ts";

export type SetupWords = ReturnType<typeof speak<"setup">>;

export interface SetupPart {
  readonly title: string;
  /** `sent` is what a form was filled in with, where one was sent: rows that are gone by now are among it. */
  readonly sections: (configuration: BookingConfiguration, sent: Fields) => Section[];
  /** The values of the fields; undefined when the part has been taken away. */
  readonly read: (configuration: BookingConfiguration) => Fields | undefined;
  /** The configuration with these values in the part. */
  readonly write: (configuration: BookingConfiguration, fields: Fields) => BookingConfiguration;
  /** What one side says in the names of the other's values, where rows of the part name each other (`Saving.retell`). */
  readonly retell?: (side: Fields, base: Fields, present: Fields) => Fields;
  /** The configuration without the part; undefined where it cannot be taken away. */
  readonly remove?: (configuration: BookingConfiguration) => BookingConfiguration;
}
