/**
 * Says the messages that the page has for its browser modules; the server has parsed them: arguments, plurals and
 * choices. `say("left", { minutes: 3 })`. An unknown key is said as it is, so that a page that was loaded before a change
 * of the words still works.
 */
type Value = string | number;
type Element =
  | { readonly type: 0; readonly value: string }
  | { readonly type: 1; readonly value: string }
  | { readonly type: 5; readonly value: string; readonly options: Options }
  | {
      readonly type: 6;
      readonly value: string;
      readonly options: Options;
      readonly pluralType?: "cardinal" | "ordinal";
    }
  | { readonly type: 7 };
type Options = Readonly<Record<string, { readonly value: readonly Element[] }>>;
type Message = string | readonly Element[];

/** Hebrew, Arabic and their like, as the service knows them (`src/words/isolate.ts`). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name that may run from the right keeps its direction to itself. */
function isolated(value: string): string {
  return rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
}

const given = document.getElementById("words")?.textContent ?? "{}";
const messages = JSON.parse(given) as Readonly<Record<string, Message>>;

/** Language and country: the figures, the money and the clocks of the page. */
export const locale = document.documentElement.dataset["locale"] ?? document.documentElement.lang;
const figures = new Intl.NumberFormat(locale);

/** What stands between a label and its value: French has a space before the colon. */
export const colon = locale.startsWith("fr") ? "\u00A0: " : ": ";

/** A message by its key. */
export function say(key: string, values: Readonly<Record<string, Value>> = {}): string {
  const message = messages[key] ?? key;
  return typeof message === "string" ? message : joined(message, values, 0);
}

function joined(elements: readonly Element[], values: Readonly<Record<string, Value>>, count: number): string {
  return elements.map((element) => one(element, values, count)).join("");
}

function one(element: Element, values: Readonly<Record<string, Value>>, count: number): string {
  if (element.type === 0) return element.value;
  if (element.type === 7) return figures.format(count);
  const value = values[element.value] ?? "";
  if (element.type === 1) return typeof value === "number" ? figures.format(value) : isolated(value);
  const { options } = element;
  if (element.type === 5) return joined((options[String(value)] ?? options["other"])?.value ?? [], values, count);
  const number = Number(value);
  const rules = new Intl.PluralRules(locale, { type: element.pluralType ?? "cardinal" });
  const chosen = options[`=${number}`] ?? options[rules.select(number)] ?? options["other"];
  return joined(chosen?.value ?? [], values, number);
}
