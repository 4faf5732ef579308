/**
 * Changes the operator's booking channels: makes them, switches them on and off, gives them locations and new passwords.
 * The audit log never has a password.
 */
import { randomBytes } from "node:crypto";
import { recordAudit, type Author } from "../audit/record-audit.command.ts";
import { newId, type Id } from "../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../kernel/refusal.ts";
import { invalidRequest } from "../platform/http/reading/invalid-request.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { hashPassword } from "./authenticate-channel.query.ts";
import { channelUsername } from "./channel-username.ts";
import * as sql from "./channels.sql.ts";

export interface ChannelWithPassword {
  readonly channel: sql.BookingChannel;
  /** Shown once; null when it was not renewed. */
  readonly password: string | null;
}

/** Makes a channel for native locations. */
export async function createChannel(
  tx: Tx,
  given: { readonly name: string; readonly locationIds: readonly Id<"str">[] },
  by: Author,
): Promise<ChannelWithPassword | Refusal<"invalid_request">> {
  const { name, locationIds } = given;
  const checked = await checkNative(tx, locationIds);
  if (isRefusal(checked)) return checked;
  const id = newId("bch");
  const username = channelUsername(tx.livemode, id);
  const password = newPassword();
  const draft = { id, name, username, location_ids: [...new Set(locationIds)] };
  const channel = await sql.insertChannel(tx, draft, hashPassword(password));
  await record(tx, by, "booking_channel.created", null, channel, true);
  return { channel, password };
}

export interface ChannelChanges {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly locationIds?: readonly Id<"str">[];
  readonly renewPassword?: boolean;
}

/** Changes what is given; a new password ends the old one at once. */
export async function changeChannel(
  tx: Tx,
  id: Id<"bch">,
  given: ChannelChanges,
  by: Author,
): Promise<ChannelWithPassword | Refusal<"not_found" | "invalid_request">> {
  const before = await sql.findChannelForUpdate(tx, id);
  if (before === undefined) return refuse("not_found", `there is no booking channel ${id}`);
  const checked = await checkNative(tx, given.locationIds ?? []);
  if (isRefusal(checked)) return checked;
  const password = given.renewPassword === true ? newPassword() : null;
  const next = {
    ...before,
    name: given.name ?? before.name,
    enabled: given.enabled ?? before.enabled,
    location_ids: given.locationIds === undefined ? before.location_ids : [...new Set(given.locationIds)],
  };
  const channel = await sql.updateChannel(tx, next, password === null ? null : hashPassword(password));
  await record(tx, by, "booking_channel.updated", before, channel, password !== null);
  return { channel, password };
}

/** Refuses locations that do not keep their own book. */
async function checkNative(tx: Tx, ids: readonly Id<"str">[]): Promise<Done | Refusal<"invalid_request">> {
  if (ids.length === 0) return done;
  const native = await sql.listNativeLocations(tx, ids);
  const issues = ids.flatMap((id, index) =>
    native.includes(id) ? [] : [{ path: `body.location_ids[${index}]`, message: "is no location with a book of ours" }],
  );
  return issues.length === 0 ? done : invalidRequest(issues);
}

function newPassword(): string {
  return randomBytes(32).toString("base64url");
}

async function record(
  tx: Tx,
  by: Author,
  action: string,
  before: sql.BookingChannel | null,
  after: sql.BookingChannel,
  passwordRenewed: boolean,
): Promise<void> {
  const shown = ({ name, enabled, location_ids }: sql.BookingChannel) => ({ name, enabled, location_ids });
  await recordAudit(tx, {
    ...by,
    action,
    subject: after.id,
    before: before === null ? null : shown(before),
    after: { ...shown(after), password_renewed: passwordRenewed },
  });
}
