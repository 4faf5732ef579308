/** Texts as they are compared when somebody looks for a name. Pure. */

/** Letters that no accent was added to, and how they are typed. */
const typed: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };

/** Small letters without accents, the same in every language of a browser: `Åsa Müller` is `asa muller`. */
export function foldLetters(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[ßæœøłđı]/g, (letter) => typed[letter] ?? letter);
}
