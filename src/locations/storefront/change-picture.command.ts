/** Gives a location its logo or large picture, and removes it. Each change is audited, and screens show it. */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { PictureContent, PictureKind } from "./pictures.ts";
import { deletePicture, listPicturesOf, sendPicture } from "./pictures.sql.ts";

interface PictureOf {
  readonly locationId: Id<"str">;
  readonly kind: PictureKind;
}

/** Gives the picture; the same picture again changes nothing. */
export async function setPicture(
  tx: Tx,
  { locationId, kind }: PictureOf,
  { name, ...content }: PictureContent & { readonly name: string },
  by: Author,
): Promise<void> {
  const before = (await listPicturesOf(tx, locationId)).find((one) => one.kind === kind)?.name ?? null;
  if (before === name) return;
  sendPicture(tx, locationId, { kind, name }, content);
  recordLiveChange(tx, locationId, "settings", locationId);
  await recordAudit(tx, {
    ...by,
    action: "location.picture_set",
    subject: locationId,
    before: before === null ? null : { kind, name: before },
    after: { kind, name },
  });
}

/** Takes the picture away; without one nothing is changed. */
export async function removePicture(tx: Tx, { locationId, kind }: PictureOf, by: Author): Promise<void> {
  const name = await deletePicture(tx, locationId, kind);
  if (name === undefined) return;
  recordLiveChange(tx, locationId, "settings", locationId);
  await recordAudit(tx, {
    ...by,
    action: "location.picture_removed",
    subject: locationId,
    before: { kind, name },
    after: null,
  });
}
