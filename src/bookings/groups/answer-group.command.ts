/**
 * A host answers a group (rules/bookings 18.2): in words, by a booking, or by a refusal. Guarantees: of two hosts who
 * answer at once, one is refused. The guest is told exactly when the answer is stored. A booking has its own message.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { tellGuest } from "../../messaging/queue/tell-guest.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { mayAnswerGroup, type GroupRequest } from "./group-request.ts";
import { answerLetter } from "./group-letters.ts";
import * as sql from "./groups.sql.ts";

export interface GroupAnswer {
  readonly status: "answered" | "booked" | "declined";
  /** What the guest reads; null: a sentence of ours. */
  readonly words: string | null;
  readonly bookingId: Id<"bkg"> | null;
  readonly actor: StaffActor;
  readonly expectedVersion: number;
}

const weekSeconds = 7 * 24 * 3_600;

/** Stores the answer and tells the guest. */
export async function answerGroup(
  tx: Tx,
  group: GroupRequest,
  { status, words, bookingId, actor, expectedVersion }: GroupAnswer,
  by: Author,
): Promise<GroupRequest | Refusal<"stale_version" | "illegal_transition">> {
  if (group.version !== expectedVersion) return stale(expectedVersion, group.version);
  if (!mayAnswerGroup(group.status, status))
    return refuse("illegal_transition", `the request is ${group.status} and cannot become ${status}`, {
      from: group.status,
      to: status,
    });
  const answered = await sql.saveStep(tx, group, { status, answer: words, bookingId, by: actor });
  if (answered === undefined) return stale(expectedVersion, group.version + 1);
  recordLiveChange(tx, group.location_id, "settings", group.location_id);
  await recordAudit(tx, {
    ...by,
    action: `group.${status}`,
    subject: `${group.location_id}/${group.id}`,
    before: { status: group.status },
    after: { status, booking_id: bookingId },
  });
  if (status !== "booked") await tell(tx, answered, words);
  return answered;
}

function stale(expected: number, actual: number): Refusal<"stale_version"> {
  return refuse("stale_version", `expected_version is ${expected} and the request is at version ${actual}`, {
    expected,
    actual,
  });
}

async function tell(tx: Tx, group: GroupRequest, words: string | null): Promise<void> {
  await tellGuest(tx, {
    locationId: group.location_id,
    kind: "group_answer",
    subjectId: group.id,
    occasion: String(group.version),
    contact: { phone: group.guest_phone, email: group.guest_email, chosen: null },
    language: group.language,
    letter: (terms) => answerLetter(group, words, terms),
    sendWithinSeconds: weekSeconds,
  });
}
