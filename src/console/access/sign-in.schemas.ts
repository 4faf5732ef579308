/** The wire shapes of signing in. */
import Type, { type Static } from "typebox";
import type { BegunSession } from "../../people/session/begin-session.command.ts";
import { passwordLength } from "../../people/sign-in/judge-password.ts";
import { idField, nullable, textField } from "../../platform/http/reading/fields.ts";

/** An e-mail as the name with which one signs in. */
export const emailName = Type.String({
  format: "email",
  maxLength: 254,
  description: "The name with which one signs in; capitals and small letters are the same.",
});

/** Any text: what is wrong with a new password is said in words of its own. */
export const newPassword = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: `${passwordLength.min} to ${passwordLength.max} characters, and not one that many people use.`,
});

export const passwordSignInBody = Type.Object(
  { email: emailName, password: textField(1_000) },
  { additionalProperties: false },
);

export const begunSessionShape = Type.Object({
  object: Type.Literal("session"),
  id: idField("ses"),
  token: nullable(
    Type.String({
      maxLength: 200,
      description: "For programs: send it as Authorization: Bearer. Browsers have it as a cookie.",
    }),
  ),
  expires_in: Type.Integer({ minimum: 0, description: "Seconds after which it ends at the latest." }),
});

/** A session just opened; the only place where its token is. */
export function begunSessionToWire(session: BegunSession): Static<typeof begunSessionShape> {
  return { object: "session", id: session.id, token: session.token, expires_in: session.seconds };
}
