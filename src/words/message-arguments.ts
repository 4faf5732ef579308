/**
 * Reads the arguments of an ICU message in the type system, so that a call without an argument, or a translation that
 * names other arguments than English, does not compile. Messages use arguments, plural, selectordinal and select only.
 */

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest} ` | `${infer Rest}\n`
    ? Trim<Rest>
    : Text;

/** The first brace of a text, and the text behind the brace. */
type FirstBrace<Text extends string> = Text extends `${infer Before}{${infer Behind}`
  ? Before extends `${string}}${infer Between}`
    ? ["}", `${Between}{${Behind}`]
    : ["{", Behind]
  : Text extends `${string}}${infer Behind}`
    ? ["}", Behind]
    : never;

/** `Open` has one entry for each open brace: an even number means text, an odd number means the choices of a plural or select. */
type Scan<Text extends string, Open extends 1[], Found> = [FirstBrace<Text>] extends [never]
  ? Found
  : FirstBrace<Text> extends ["}", infer Behind extends string]
    ? Open extends [1, ...infer Fewer extends 1[]]
      ? Scan<Behind, Fewer, Found>
      : never
    : FirstBrace<Text> extends ["{", infer Behind extends string]
      ? IsText<Open> extends true
        ? ScanArgument<Behind, Open, Found>
        : Scan<Behind, [1, ...Open], Found>
      : never;

type ScanArgument<Text extends string, Open extends 1[], Found> = Text extends `${infer Head}}${infer Behind}`
  ? Head extends `${string},${string}`
    ? Text extends `${infer Name},${infer Kind},${infer Choices}`
      ? Scan<Choices, [1, ...Open], Found | [Trim<Name>, Trim<Kind>]>
      : never
    : Scan<Behind, Open, Found | [Trim<Head>, "text"]>
  : never;

type IsText<Open extends 1[]> = Open extends []
  ? true
  : Open extends [1, 1, ...infer Rest extends 1[]]
    ? IsText<Rest>
    : false;

/** Name and kind of each argument of a message, as a union of pairs. */
type FoundIn<Message extends string> = Scan<Message, [], never>;

type ValueOf<Found, Name> = [Extract<Found, [Name, "plural" | "selectordinal"]>] extends [never]
  ? [Extract<Found, [Name, "select"]>] extends [never]
    ? string | number
    : string
  : number;

/** The values that a message needs: a number where the message has a plural of the argument. */
export type ArgumentsOf<Message extends string> = {
  readonly [Pair in FoundIn<Message> as Pair extends [infer Name extends string, string] ? Name : never]: ValueOf<
    FoundIn<Message>,
    Pair extends [infer Name, string] ? Name : never
  >;
};

type NumbersOf<Message extends string> = Extract<FoundIn<Message>, [string, "plural" | "selectordinal"]>[0];

type Names<Message extends string> = FoundIn<Message>[0];

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The translation itself when it has the arguments of the English message, else a type that says what is wrong. */
export type InArgumentsOf<English extends string, Translated extends string> =
  IsSame<Names<English>, Names<Translated>> extends true
    ? [Exclude<NumbersOf<Translated>, NumbersOf<English>>] extends [never]
      ? Translated
      : readonly ["a plural of an argument that is no plural in English"]
    : readonly ["other arguments than in English"];

/** One part of the words: what people read, by key. */
export type Messages = Readonly<Record<string, string>>;

/** Says a message by its key; a message with arguments wants their values. */
export type Say<Part extends Messages> = <Key extends keyof Part & string>(
  key: Key,
  ...values: keyof ArgumentsOf<Part[Key]> extends never ? [] : [ArgumentsOf<Part[Key]>]
) => string;
