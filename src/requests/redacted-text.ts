/** Removes from people's texts what says who they are or gives access to something (rules/http 13.4). Pure. */

/** Stands where something was. */
export const redacted = "[redacted]";

/** What may be a phone: digits with what people write between them. */
const mayBePhone = /[\d+(][\d ()./-]*/g;
/** Keys of the API and signing secrets. */
const key = /(?:mpk_|whsec_)\S+/g;
/** Dates, instants and ids are long rows of signs too, and tell nothing of a person. */
const harmless = /\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,12}(?:Z|[+-]\d{2}:\d{2})?)?|\b[a-z]{3,4}_[0-9a-z]{26}\b/g;

/** What every phone, e-mail address and key has some of. */
const mayTell = /[@\d]|mpk_|whsec_/;
/** A text that is nothing but a date, an instant or an id. */
const isHarmless = /^(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,12}(?:Z|[+-]\d{2}:\d{2})?)?|[a-z]{3,4}_[0-9a-z]{26})$/;

/** The text without what tells of a person; dates and ids stay. */
export function redactText(text: string): string {
  if (!mayTell.test(text) || isHarmless.test(text)) return text;
  let rest = "";
  let at = 0;
  for (const { 0: kept, index } of text.matchAll(harmless)) {
    rest += withoutTelling(text.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return rest + withoutTelling(text.slice(at));
}

/** Without e-mail addresses, keys, and phones: nine digits and more, or seven behind a plus. */
function withoutTelling(text: string): string {
  const words = text.split(/(\s+)/).map((word) => (word.includes("@") ? redacted : word));
  return words
    .join("")
    .replaceAll(key, redacted)
    .replaceAll(mayBePhone, (run) => {
      const digits = run.replaceAll(/\D/g, "").length;
      return digits < (run.startsWith("+") ? 7 : 9) ? run : redacted + (run.endsWith(" ") ? " " : "");
    });
}

const usualName = /^[A-Za-z_$][\w.$-]{0,63}$/;

/** The name of a field that nobody declared: shown where it is a usual name, because a misspelt one is what is looked for. */
export function redactName(name: string): string {
  return usualName.test(name) && !/\d{4}/.test(name) && redactText(name) === name ? name : redacted;
}
