/** Records of a location for its managers: messages to guests, and who changed what. */
import Type from "typebox";
import { auditEntryShape, auditEntryToWire } from "../../audit/audit.schemas.ts";
import { listLocationEntries } from "../../audit/list-audit-entries.query.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { messageKinds } from "../../messaging/message/message-kinds.ts";
import { messageShape, messageToWire } from "../../messaging/message/messages.schemas.ts";
import { listMessages } from "../../messaging/message/read-messages.query.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField, oneOf } from "../../platform/http/reading/fields.ts";
import { listOf, pageAnswer, pageOf, pagesBy, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { templatesIn } from "./message-templates.ts";

const messagePages = pagesBy("msg", 100);
const auditPages = pagesBy("aud", 100);
const shared = {
  method: "GET",
  tag: "Records",
  callClass: 4,
  access: { kind: "console", needs: "person", roles: ["manager"] },
  params: { locationId: idField("str") },
} as const;

const messages = defineRoute({
  ...shared,
  path: "/console/v1/locations/{locationId}/messages",
  operationId: "consoleListMessages",
  summary: "List what was written to guests, newest first",
  description: "Numbers are masked. The text and the number are null once the guest was forgotten.",
  query: messagePages.query,
  success: { 200: pageOf(messageShape) },
  refusals: ["not_found", "role_required", "invalid_request"],
});

const templateShape = Type.Object(
  {
    object: Type.Literal("message_template"),
    kind: oneOf(messageKinds),
    language: oneOf(guestLanguages),
    text: Type.String({ maxLength: 2000, description: "With example values; the name of the location comes first." }),
  },
  { title: "MessageTemplate" },
);

const templates = defineRoute({
  ...shared,
  path: "/console/v1/locations/{locationId}/message_templates",
  operationId: "consoleListMessageTemplates",
  summary: "List what guests are written",
  description: "Each kind of message in each language. The texts cannot be changed.",
  success: { 200: listOf(templateShape) },
  refusals: ["not_found", "role_required"],
});

const auditLog = defineRoute({
  ...shared,
  path: "/console/v1/locations/{locationId}/audit_log",
  operationId: "consoleListAuditLog",
  mayBeOld: true,
  summary: "List who changed what at the location, newest first",
  query: auditPages.query,
  success: { 200: pageOf(auditEntryShape) },
  refusals: ["not_found", "role_required", "invalid_request"],
});

/** The routes of records. */
export function recordRoutes(): BoundRoute[] {
  return [
    bindRead(messages, async ({ console: caller, params: { locationId }, query }, db) => {
      const acting = requireRoleAt(caller, locationId, shared.access.roles);
      if (isRefusal(acting)) return acting;
      const page = messagePages.read(query);
      if (isRefusal(page)) return page;
      const found = await listMessages(db, { locationId, ...page });
      return reply(200, pageAnswer(page, found, found.map(messageToWire)));
    }),
    bindRead(templates, async ({ console: caller, params: { locationId } }, db) => {
      const acting = requireRoleAt(caller, locationId, shared.access.roles);
      if (isRefusal(acting)) return acting;
      const location = await getLocationSettings(db, locationId);
      if (isRefusal(location)) return location;
      const data = guestLanguages.flatMap((language) =>
        templatesIn(language, location.name).map((one) => ({ object: "message_template" as const, language, ...one })),
      );
      return reply(200, wholeList(data));
    }),
    bindRead(auditLog, async ({ console: caller, params: { locationId }, query }, db) => {
      const acting = requireRoleAt(caller, locationId, shared.access.roles);
      if (isRefusal(acting)) return acting;
      const page = auditPages.read(query);
      if (isRefusal(page)) return page;
      const entries = await listLocationEntries(db, locationId, page);
      return isRefusal(entries) ? entries : reply(200, pageAnswer(page, entries, entries.map(auditEntryToWire)));
    }),
  ];
}
