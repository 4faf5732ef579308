/** Whether a password may be chosen (rules/people 4.3). Pure. */
import { createHash } from "node:crypto";
import { popularPasswordHashes } from "./popular-passwords.ts";

export const passwordLength = { min: 12, max: 128 } as const;

/** Words that stand in most of the common passwords, and in those of this trade. */
const usualWords = [
  "password",
  "passwort",
  "motdepasse",
  "contrasena",
  "wachtwoord",
  "senha",
  "qwerty",
  "qwertz",
  "azerty",
  "welcome",
  "letmein",
  "iloveyou",
  "admin",
  "administrator",
  "manager",
  "restaurant",
  "maple",
];
/** Rows of keyboards, digits and letters, in which a password may not simply run along. */
const rows = [
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "abcdefghijklmnopqrstuvwxyz",
];

export type PasswordProblem = "short" | "long" | "popular" | "own";

/** What is wrong with the password; undefined when it may be chosen. `own` are the name and the e-mail. */
export function judgePassword(password: string, own: readonly string[] = []): PasswordProblem | undefined {
  const characters = Array.from(password);
  if (characters.length < passwordLength.min) return "short";
  if (characters.length > passwordLength.max) return "long";
  const lower = password.toLowerCase();
  if (isCommon(lower) || isSimple(lower) || isUsualWord(lower)) return "popular";
  if (own.some((word) => word.length >= 4 && lower.replaceAll(word.toLowerCase(), "").length < 6)) return "own";
  return undefined;
}

function isCommon(lower: string): boolean {
  return popularPasswordHashes.has(createHash("sha256").update(lower).digest("hex").slice(0, 10));
}

/** A few characters, or steps along a row only, forwards or backwards. */
function isSimple(lower: string): boolean {
  if (new Set(lower).size <= 4) return true;
  let jumps = 0;
  for (let at = 1; at < lower.length; at++) if (!isStep(lower[at - 1] ?? "", lower[at] ?? "")) jumps++;
  return jumps <= 2;
}

function isStep(before: string, after: string): boolean {
  return before === after || rows.some((row) => row.includes(before + after) || row.includes(after + before));
}

/** One or two usual words, with nothing but digits and signs around them. */
function isUsualWord(lower: string): boolean {
  const letters = lower.replaceAll("0", "o").replaceAll("1", "i").replaceAll("3", "e").replaceAll("@", "a");
  return [lower, letters].some((text) => {
    let rest = text;
    for (const word of usualWords) rest = rest.replaceAll(word, "");
    return rest.length < text.length && rest.replaceAll(/[^a-z]/g, "").length <= 2;
  });
}
