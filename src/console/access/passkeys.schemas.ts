/** The wire shapes of passkeys: those of WebAuthn, as browsers write them. */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import type { Passkey } from "../../people/sign-in/read-passkeys.query.ts";
import { idField, isoInstant, nullable, textField } from "../../platform/http/reading/fields.ts";

const text = (most: number) => Type.String({ minLength: 1, maxLength: most });

export const passkeyOptionsShape = Type.Object({
  object: Type.Literal("passkey_options"),
  options: Type.Unknown({ description: "For navigator.credentials, in the JSON form of WebAuthn." }),
});

export const registrationBody = Type.Object(
  {
    name: textField(80, { form: "trimmed", description: "What the person calls the passkey." }),
    id: text(1_400),
    response: Type.Object(
      { clientDataJSON: text(8_192), attestationObject: text(32_768) },
      { title: "PasskeyAttestation" },
    ),
  },
  { additionalProperties: false },
);

/** What the browser made, in the form of WebAuthn. */
export function madePasskey({ name, id, response }: Static<typeof registrationBody>) {
  const made = { id, rawId: id, type: "public-key" as const, clientExtensionResults: {}, response };
  return { name, response: made };
}

export const assertionBody = Type.Object(
  {
    id: text(1_400),
    response: Type.Object({
      clientDataJSON: text(8_192),
      authenticatorData: text(8_192),
      signature: text(16_384),
      userHandle: Type.Optional(nullable(text(200))),
    }),
  },
  { additionalProperties: false },
);

export const passkeyShape = Type.Object({
  object: Type.Literal("passkey"),
  id: idField("pky"),
  name: Type.String({ maxLength: 200 }),
  host: Type.String({ maxLength: 255, description: "The host name at which it works." }),
  created_at: isoInstant("When it was added."),
  last_used_at: nullable(isoInstant("When somebody last signed in with it.")),
});

/** A passkey in the list of its person. */
export function passkeyToWire(passkey: Passkey): Static<typeof passkeyShape> {
  const { id, name, host, created_at: created, last_used_at: used } = passkey;
  return {
    object: "passkey",
    id,
    name,
    host,
    created_at: toIso(created),
    last_used_at: used === null ? null : toIso(used),
  };
}
