/** The options of a proof or a bench that a person types. */
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { optionMistake } from "../../src/cli/shell/option-mistake.ts";

/** The values of the options; a mistaken one ends the command with 2 and a sentence that names those that exist. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options; allowNegative: true }>>["values"] {
  try {
    return parseArgs<{ options: Options; allowNegative: true }>({ options, allowNegative: true }).values;
  } catch (error) {
    console.error(optionMistake(error, Object.keys(options)));
    process.exit(2);
  }
}

/** The number that an option gives; one that is none, or below 0, ends the command with 2. */
export function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number >= 0 && Number.isFinite(number)) return number;
  console.error(`--${name} takes a number, not "${text}"`);
  process.exit(2);
}
