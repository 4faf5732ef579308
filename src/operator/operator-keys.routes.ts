/** The operator's API keys: issue, list, revoke (rules/http 2.2, 2.3). */
import {
  apiKeyShape,
  apiKeyToWire,
  issuedKeyShape,
  issuedKeyToWire,
  keyDeletedShape,
  newKeyBody,
} from "../apps/apps.schemas.ts";
import { issueKey, revokeKey } from "../apps/change-key.command.ts";
import { listAppKeys } from "../apps/read-apps.query.ts";
import { isNameable, type Instant } from "../kernel/clock.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { freshOperatorAccess, operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const ofApp = { ...operatorParams, appId: idField("app") };

const issue = defineRoute({
  method: "POST",
  path: operatorPath("/apps/{appId}/keys"),
  operationId: "operatorIssueKey",
  tag: "Operator",
  summary: "Issue an API key of an app",
  description: "The key is shown this once and kept nowhere.",
  access: freshOperatorAccess,
  params: ofApp,
  body: newKeyBody,
  bodyOptional: true,
  success: { 201: issuedKeyShape },
  refusals: ["not_found", "invalid_request"],
});

const list = defineRoute({
  method: "GET",
  path: operatorPath("/apps/{appId}/keys"),
  operationId: "operatorListKeys",
  tag: "Operator",
  summary: "List the API keys of an app, newest first",
  description: "Also those that have expired or were revoked; never the keys themselves.",
  access: operatorAccess,
  params: ofApp,
  success: { 200: listOf(apiKeyShape) },
  refusals: ["not_found"],
});

const revoke = defineRoute({
  method: "DELETE",
  path: operatorPath("/keys/{keyId}"),
  operationId: "operatorRevokeKey",
  bodyEmpty: true,
  tag: "Operator",
  summary: "Revoke an API key",
  description: "Acts on the next request; a repeat changes nothing.",
  access: freshOperatorAccess,
  params: { ...operatorParams, keyId: idField("key") },
  success: { 200: keyDeletedShape },
  refusals: ["not_found"],
});

/** The operator's routes about keys. */
export function operatorKeyRoutes(): BoundRoute[] {
  return [
    bindWrite(issue, async (call, tx) => {
      const expiresAt = parseExpiry(call.body?.expires_at ?? null);
      if (isRefusal(expiresAt)) return expiresAt;
      const wanted = { appId: call.params.appId, expiresAt };
      const issued = await issueKey(tx, wanted, operatorOf(call));
      return isRefusal(issued) ? issued : reply(201, issuedKeyToWire(issued), { secretFields: ["key"] });
    }),
    bindRead(list, async (call, db) => {
      const keys = await listAppKeys(db, call.params.appId);
      return isRefusal(keys) ? keys : reply(200, wholeList(keys.map(apiKeyToWire)));
    }),
    bindWrite(revoke, async (call, tx) => {
      const key = await revokeKey(tx, call.params.keyId, operatorOf(call));
      return isRefusal(key) ? key : reply(200, { object: "api_key.deleted", id: key.id, deleted: true } as const);
    }),
  ];
}

function parseExpiry(text: string | null): Instant | null | Refusal<"invalid_request"> {
  if (text === null) return null;
  try {
    const instant = Temporal.Instant.from(text).epochMilliseconds;
    if (isNameable(instant)) return instant;
  } catch {
    // The message below says what is wanted.
  }
  return refuse("invalid_request", "body.expires_at must be an ISO 8601 instant, for example 2030-01-31T00:00:00Z");
}
