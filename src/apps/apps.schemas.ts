/** Wire shapes of apps and keys: for partners (`developer_app`) and for the operator. */
import { environmentWord } from "../kernel/environment.ts";
import Type, { type Static } from "typebox";
import { toIso, type Instant } from "../kernel/clock.ts";
import { idField, isoInstant, localDate, nullable, oneOf, textField } from "../platform/http/reading/fields.ts";
import type { AppCaller } from "../platform/http/callers.ts";
import { scopes } from "../platform/http/scopes.ts";
import type { ApiKey, App } from "./apps.sql.ts";
import type { IssuedKey } from "./change-key.command.ts";

const scopeList = Type.Array(oneOf(scopes), { uniqueItems: true, description: "What the keys of the app may do." });

const noticeShape = Type.Object(
  {
    date: localDate("By when."),
    text: Type.String({ maxLength: 500 }),
    doc_url: Type.String({ format: "uri", maxLength: 2048 }),
  },
  { title: "Notice" },
);

export const developerApiStatusShape = Type.Object({
  object: Type.Literal("developer_api_status"),
  status: Type.Literal("ok"),
  version: Type.String({ maxLength: 100, description: "The version of the service." }),
  notices: Type.Array(noticeShape, { description: "What a program has to change in time; mostly empty." }),
});

export const developerAppShape = Type.Object({
  object: Type.Literal("developer_app"),
  id: idField("app"),
  name: Type.String({ maxLength: 500 }),
  environment: oneOf(["test", "live"]),
  scopes: scopeList,
});

export const appShape = Type.Object({
  object: Type.Literal("app"),
  id: idField("app"),
  name: Type.String({ maxLength: 500 }),
  status: oneOf(["enabled", "disabled"], "The keys of a disabled app answer 401."),
  scopes: scopeList,
  created_at: isoInstant("When the app was made."),
  updated_at: isoInstant("When it was last changed."),
});

export const newAppBody = Type.Object(
  { name: textField(500, { form: "filled", description: "What the app is called." }), scopes: scopeList },
  { additionalProperties: false },
);

export const appChangesBody = Type.Object(
  {
    name: Type.Optional(textField(500, { form: "filled" })),
    scopes: Type.Optional(scopeList),
    status: Type.Optional(oneOf(["enabled", "disabled"])),
  },
  { additionalProperties: false },
);

const keyFields = {
  object: Type.Literal("api_key"),
  id: idField("key"),
  app_id: idField("app"),
  last_four: Type.String({ maxLength: 4, description: "The last four characters of the key, to tell keys apart." }),
  created_at: isoInstant("When the key was issued."),
  expires_at: nullable(isoInstant("When the key ends by itself; null: never.")),
};

export const apiKeyShape = Type.Object({
  ...keyFields,
  revoked_at: nullable(isoInstant("When the operator ended the key; null: not.")),
});

export const issuedKeyShape = Type.Object({
  ...keyFields,
  key: nullable(
    Type.String({ maxLength: 100, description: "The key itself, shown this once; null in a replay of the answer." }),
  ),
  secret_shown: Type.Optional(Type.Literal(true)),
});

export const keyDeletedShape = Type.Object({
  object: Type.Literal("api_key.deleted"),
  id: idField("key"),
  deleted: Type.Literal(true),
});

export const newKeyBody = Type.Object(
  {
    expires_at: Type.Optional(
      nullable(
        Type.String({ maxLength: 40, description: "An ISO 8601 instant in the future; null or absent: never." }),
      ),
    ),
  },
  { additionalProperties: false },
);

/** The app as its own key sees it (rules/http 1.2). */
export function developerAppToWire(app: AppCaller): Static<typeof developerAppShape> {
  return {
    object: "developer_app",
    id: app.id,
    name: app.name,
    environment: environmentWord(app.livemode),
    scopes: [...app.scopes],
  };
}

export function appToWire(app: App): Static<typeof appShape> {
  return {
    object: "app",
    id: app.id,
    name: app.name,
    status: app.status,
    scopes: [...app.scopes],
    created_at: toIso(app.created_at),
    updated_at: toIso(app.updated_at),
  };
}

function keyToWire(key: ApiKey) {
  return {
    object: "api_key" as const,
    id: key.id,
    app_id: key.app_id,
    last_four: key.last_four,
    created_at: toIso(key.created_at),
    expires_at: isoOrNull(key.expires_at),
  };
}

export function apiKeyToWire(key: ApiKey): Static<typeof apiKeyShape> {
  return { ...keyToWire(key), revoked_at: isoOrNull(key.revoked_at) };
}

export function issuedKeyToWire(issued: IssuedKey): Static<typeof issuedKeyShape> {
  return { ...keyToWire(issued.apiKey), key: issued.key };
}

function isoOrNull(instant: Instant | null): string | null {
  return instant === null ? null : toIso(instant);
}
