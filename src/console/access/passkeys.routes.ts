/** Passkeys: signing in by one, and one's own (rules/people 4.1). */
import Type from "typebox";
import { isRefusal } from "../../kernel/refusal.ts";
import {
  addPasskey,
  passkeyToAdd,
  passkeyToSignIn,
  removePasskey,
  signInByPasskey,
} from "../../people/sign-in/passkeys.command.ts";
import { listPasskeys } from "../../people/sign-in/read-passkeys.query.ts";
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import {
  assertionBody,
  passkeyOptionsShape,
  madePasskey,
  passkeyShape,
  passkeyToWire,
  registrationBody,
} from "./passkeys.schemas.ts";
import { sessionReply } from "./session-reply.ts";
import { begunSessionShape } from "./sign-in.schemas.ts";

const signInOptions = defineRoute({
  method: "POST",
  path: "/console/v1/sign_in/passkey/options",
  operationId: "consolePasskeyOptions",
  tag: "Sign-in",
  summary: "Ask what a passkey has to sign",
  description: "Good once, for five minutes.",
  access: { kind: "console", needs: "nobody" },
  addressLimit: "diner_writes",
  unkeyed: true,
  bodyEmpty: true,
  success: { 200: passkeyOptionsShape },
  refusals: ["passkeys_unavailable"],
});

const signIn = defineRoute({
  method: "POST",
  path: "/console/v1/sign_in/passkey",
  operationId: "consoleSignInByPasskey",
  tag: "Sign-in",
  summary: "Sign in with a passkey",
  access: { kind: "console", needs: "nobody" },
  unkeyed: true,
  body: assertionBody,
  success: { 201: begunSessionShape },
  refusals: ["sign_in_failed", "rate_limited", "passkeys_unavailable"],
});

const list = defineRoute({
  method: "GET",
  path: "/console/v1/me/passkeys",
  operationId: "consoleListPasskeys",
  tag: "Account",
  summary: "List one's passkeys",
  access: { kind: "console", needs: "person" },
  success: { 200: listOf(passkeyShape) },
  refusals: [],
});

const addOptions = defineRoute({
  method: "POST",
  path: "/console/v1/me/passkeys/options",
  operationId: "consoleNewPasskeyOptions",
  tag: "Account",
  summary: "Ask how to make a passkey",
  description: "Good once, for five minutes.",
  access: { kind: "console", needs: "person", fresh: true },
  unkeyed: true,
  bodyEmpty: true,
  success: { 200: passkeyOptionsShape },
  refusals: ["passkeys_unavailable"],
});

const add = defineRoute({
  method: "POST",
  path: "/console/v1/me/passkeys",
  operationId: "consoleAddPasskey",
  tag: "Account",
  summary: "Add a passkey",
  description: "At most ten. The session counts as begun with the passkey from then on.",
  access: { kind: "console", needs: "person", fresh: true },
  unkeyed: true,
  body: registrationBody,
  success: { 201: passkeyShape },
  refusals: ["sign_in_failed", "passkey_limit", "passkeys_unavailable"],
});

const remove = defineRoute({
  method: "DELETE",
  path: "/console/v1/me/passkeys/{passkeyId}",
  operationId: "consoleRemovePasskey",
  tag: "Account",
  summary: "Remove a passkey",
  access: { kind: "console", needs: "person", fresh: true },
  params: { passkeyId: idField("pky") },
  bodyEmpty: true,
  success: { 200: Type.Object({ object: Type.Literal("passkey.removed"), id: idField("pky") }) },
  refusals: ["not_found", "last_way_in"],
});

/** The routes of passkeys. */
export function passkeyRoutes({ signIn: deps }: { readonly signIn: SignInDeps }): BoundRoute[] {
  return [
    bindWrite(signInOptions, async ({ console: { site } }, tx) => {
      const asked = await passkeyToSignIn(tx, site);
      return isRefusal(asked) ? asked : reply(200, { object: "passkey_options" as const, ...asked });
    }),
    bindStaged(signIn, async ({ console: { site, session: before }, body, address }, database) => {
      const { userHandle, ...signed } = body.response;
      const response = {
        id: body.id,
        rawId: body.id,
        type: "public-key" as const,
        clientExtensionResults: {},
        response: { ...signed, ...(typeof userHandle === "string" ? { userHandle } : {}) },
      };
      const session = await signInByPasskey(database, deps, { response, site, address, replaces: before?.id });
      return isRefusal(session) ? session : sessionReply(session, site);
    }),
    bindRead(list, async ({ console: { person } }, db) =>
      reply(200, wholeList((await listPasskeys(db, person.id)).map(passkeyToWire))),
    ),
    bindWrite(addOptions, async ({ console: caller }, tx) => {
      const asked = await passkeyToAdd(tx, caller);
      return isRefusal(asked) ? asked : reply(200, { object: "passkey_options" as const, ...asked });
    }),
    bindStaged(add, async ({ console: caller, body }, database) => {
      const passkey = await addPasskey(database, caller, madePasskey(body));
      return isRefusal(passkey) ? passkey : reply(201, passkeyToWire(passkey));
    }),
    bindWrite(remove, async ({ console: { person }, params: { passkeyId } }, tx) => {
      const removed = await removePasskey(tx, person.id, passkeyId);
      return isRefusal(removed) ? removed : reply(200, { object: "passkey.removed" as const, id: passkeyId });
    }),
  ];
}
