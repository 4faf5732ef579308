/**
 * The settings of a session on which the text of a value, or what a statement means, depends. A server, a database or a role
 * may have others: `initdb` writes the zone and the order of dates of the machine into the configuration.
 */

interface Form {
  readonly setting: string;
  readonly value: string;
  /** What else is read as well as the value. */
  readonly alsoRead?: RegExp;
}

const forms: readonly Form[] = [
  // A day of 24 hours, and moments that end in `+00`.
  { setting: "TimeZone", value: "UTC", alsoRead: /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu)$/i },
  { setting: "DateStyle", value: "ISO, MDY", alsoRead: /^ISO\b/ },
  { setting: "IntervalStyle", value: "postgres" },
  { setting: "bytea_output", value: "hex" },
  // Fractions are whole: fewer digits would move a place on the map.
  { setting: "extra_float_digits", value: "1", alsoRead: /^[1-3]$/ },
  // What holds under load is made of locks and of statements that see what was committed before them.
  { setting: "default_transaction_isolation", value: "read committed" },
];

/** The settings of a session by their names. */
export type ValueForms = Readonly<Record<string, string>>;

/** The SQL that makes the settings, for the session. */
export const setForms = forms.map(({ setting, value }) => `set_config('${setting}', '${value}', false)`).join(", ");

/** The SQL that reads the settings, as one jsonb. */
export const readForms = `jsonb_build_object(${forms.map(({ setting }) => `'${setting}', current_setting('${setting}')`).join(", ")})`;

/** The settings as `ALTER ROLE … SET` takes them. */
export const formSettings: readonly string[] = forms.map(({ setting, value }) => `${setting} = '${value}'`);

/** Says which settings are others, with their values. */
export function formProblems(found: ValueForms): readonly string[] {
  return forms
    .map(({ setting, value, alsoRead }) => ({ setting, value, alsoRead, is: found[setting] ?? "" }))
    .filter(({ value, alsoRead, is }) => is !== value && alsoRead?.test(is) !== true)
    .map(({ setting, is }) => `${setting} is ${is}`);
}
