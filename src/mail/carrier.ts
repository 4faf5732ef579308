/** The port that sends e-mail, and the possible outcomes of an attempt. Types only. */
import type { Id } from "../kernel/id.ts";
import type { Letter } from "./letter.ts";

export interface OutgoingLetter {
  readonly id: Id<"msg">;
  readonly email: string;
  readonly letter: Letter;
}

/** How an attempt ended. SMTP cannot be asked later what became of a message. */
export type CarryResult =
  | { readonly kind: "accepted"; readonly providerId: null }
  /** Final: the relay will never take this (5xx). */
  | { readonly kind: "refused"; readonly error: string; readonly optedOut: false }
  /** Not taken, for certain; later it may be (4xx, no connection, no greeting). */
  | { readonly kind: "busy"; readonly error: string }
  /** Perhaps taken: nobody can say, so it is not sent again. */
  | { readonly kind: "unknown"; readonly error: string };

export interface MailCarrier {
  /**
   * Hands a letter to the relay, in less than `carryWithinMs`; never throws. `begin` is called when the relay is ready and
   * nothing of the letter has been sent: it stores that the attempt begins, and answers false where another worker has it.
   */
  carry(letter: OutgoingLetter, begin: () => Promise<boolean>): Promise<CarryResult>;
}
