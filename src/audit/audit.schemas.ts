/** Wire shapes of audit entries for the operator. */
import Type, { type Static } from "typebox";
import { toIso } from "../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf } from "../platform/http/reading/fields.ts";
import { roleNames } from "../platform/http/console/console-caller.ts";
import type { AuditEntry } from "./audit-entry.ts";

export const auditEntryShape = Type.Object({
  object: Type.Literal("audit_entry"),
  id: idField("aud"),
  sequence: Type.Integer({ minimum: 1, description: "1, 2, 3 … without a gap." }),
  at: isoInstant("When it happened."),
  format: Type.Integer({
    minimum: 1,
    maximum: 2,
    description: "What the hash covers; 1 for entries that name no actor.",
  }),
  actor: Type.String({ maxLength: 100, description: "Who made the change, in a word." }),
  actor_kind: nullable(
    oneOf(["person", "device", "app", "operator_token", "system"], "Who made the change; null in format 1."),
  ),
  actor_id: nullable(Type.String({ maxLength: 100, description: "Of the person, the device or the app." })),
  device_id: nullable(idField("pdv")),
  role: nullable(oneOf(roleNames, "The role that allowed the change.")),
  action: Type.String({ maxLength: 100, description: "What was done, for example app.updated." }),
  subject: Type.String({ maxLength: 200, description: "To what it was done: an id, or two with a slash between." }),
  before: Type.Unknown({ description: "What was there before; null when there was nothing." }),
  after: Type.Unknown({ description: "What is there since; null when nothing is." }),
  request_id: nullable(idField("req")),
  hash: Type.String({
    maxLength: 100,
    description: "SHA-256 over the hash of the entry before and this entry, in hex.",
  }),
});

/** The entry as the operator reads it. */
export function auditEntryToWire(entry: AuditEntry): Static<typeof auditEntryShape> {
  return {
    object: "audit_entry",
    id: entry.id,
    sequence: entry.sequence,
    at: toIso(entry.at),
    format: entry.format,
    actor: entry.actor,
    actor_kind: entry.actor_kind,
    actor_id: entry.actor_id,
    device_id: entry.device_id,
    role: entry.role,
    action: entry.action,
    subject: entry.subject,
    before: entry.before,
    after: entry.after,
    request_id: entry.request_id,
    hash: entry.hash.toString("hex"),
  };
}
