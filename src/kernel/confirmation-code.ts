/** The code by which a guest names an order or a booking: on pages, in messages, on the telephone. */
import { randomInt } from "node:crypto";

/** Without the signs that are mistaken for each other: 0 O, 1 I L, U V. */
const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTWXYZ";

/** A new code of eight signs, about one of 500 thousand million. */
export function newConfirmationCode(): string {
  return Array.from({ length: 8 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
}
