/**
 * How many parts a text has as SMS: 160 characters of the GSM alphabet in one part (153 in each of several), or 70 of
 * anything else (67). One curly quote more than doubles the price, so characters with a plain equal are replaced by it.
 * Pure.
 */

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "\f^{}\\[~]|€";
const costs = new Map<string, number>([
  ...Array.from(basic, (character) => [character, 1] as const),
  ...Array.from(extended, (character) => [character, 2] as const),
]);

const plain: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  // The minus of an offset.
  "−": "-",
  "…": "...",
  "×": "x",
  "\u00a0": " ",
  "\u202f": " ",
  œ: "oe",
  Œ: "OE",
  ł: "l",
  Ł: "L",
};

/** The text with plain equals for what the GSM alphabet lacks, when that makes all of it fit; else as it is. */
export function toPlainText(text: string): string {
  const composed = text.normalize("NFC");
  const written = Array.from(composed, plainOf).join("");
  return isGsm(written) ? written : composed;
}

function plainOf(character: string): string {
  if (costs.has(character)) return character;
  const found = plain[character];
  if (found !== undefined) return found;
  // Of marks that are heaped on a letter, and of what nobody sees, nothing is left.
  const letter = character.normalize("NFD").replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "");
  return Array.from(letter).every((part) => costs.has(part)) ? letter : character;
}

/** Whether every character is of the GSM alphabet. */
export function isGsm(text: string): boolean {
  return Array.from(text).every((character) => costs.has(character));
}

/** How many parts the text is sent, and charged, as. */
export function countSegments(text: string): number {
  if (!isGsm(text)) return partsOf(text.length, 70, 67);
  const septets = Array.from(text).reduce((sum, character) => sum + (costs.get(character) ?? 2), 0);
  return partsOf(septets, 160, 153);
}

function partsOf(length: number, alone: number, joined: number): number {
  return length <= alone ? 1 : Math.ceil(length / joined);
}
