/** Reads a photo from base64 text. The type comes from the bytes (rules/menus 7.1). Pure. */
import { createHash } from "node:crypto";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { photoTypeOf } from "./photo-type.ts";

/** The most bytes of a photo. */
export const photoBytes = 3_000_000;
/** In bytes: a larger picture is shown with its dish alone, as a list would take too long to load. */
export const listedBytes = 400_000;
/** The most characters of a photo as base64 text. */
export const photoCharacters = Math.ceil(photoBytes / 3) * 4;

const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof photoTypes)[number];

export interface ParsedPhoto {
  /** 22 characters of a hash of the bytes. */
  readonly name: string;
  readonly contentType: PhotoType;
  readonly bytes: Uint8Array;
}

/** The photo, or `invalid_photo` with what is wrong. */
export function parsePhoto(bytes: Uint8Array): ParsedPhoto | Refusal<"invalid_photo"> {
  if (bytes.length > photoBytes)
    return invalid("too_large", `the photo has ${bytes.length} bytes; 3,000,000 are allowed`);
  const found = photoTypeOf(bytes);
  const contentType = photoTypes.find((known) => known === found);
  if (contentType === undefined) return invalid("not_a_picture", "the bytes are no JPEG, PNG or WebP picture");
  return { name: createHash("sha256").update(bytes).digest("base64url").slice(0, 22), contentType, bytes };
}

/** The same from the base64 text of a field of the body. */
export function parsePhotoText(text: string, field: string): ParsedPhoto | Refusal<"invalid_photo"> {
  const bytes = Buffer.from(text, "base64");
  // The decoder passes over what is no base64; the encoder tells.
  const isWhole = bytes.toString("base64").replaceAll("=", "") === text.replaceAll("=", "");
  return isWhole ? parsePhoto(bytes) : invalid("not_base64", `body.${field} must be base64 text (RFC 4648, section 4)`);
}

function invalid(reason: "not_base64" | "not_a_picture" | "too_large", message: string): Refusal<"invalid_photo"> {
  return refuse("invalid_photo", message, { reason });
}
