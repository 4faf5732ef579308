/** Texts of which nobody sees anything. Pure. */

/** White space, control characters, characters without a width or a look, and the empty sign of Braille. */
const blank = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nobody sees anything of the text: `\u200b` is as blank as a space. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

/** What somebody typed, without white space at its ends; empty where nobody would see it. */
export function visibleOrEmpty(text: string): string {
  return isBlank(text) ? "" : text.trim();
}
