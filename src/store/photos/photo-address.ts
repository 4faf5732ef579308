/** The address of a menu's picture. It is our own, so that a page asks no other server. Pure. */
import { createHash } from "node:crypto";

/** The name of a picture: a hash of the address that the menu gives. */
export function photoName(url: string): string {
  return createHash("sha256").update(url).digest("base64url").slice(0, 22);
}

/** The path of a picture that the menu of a location gives by its address. */
export function photoPath(locationId: string, url: string): string {
  return namedPhotoPath(locationId, photoName(url));
}

/** The path of a picture by its name. */
export function namedPhotoPath(locationId: string, name: string): string {
  return `/store/photos/${locationId}/${name}`;
}

/** In the query of a picture's path: asks for the picture as one of a list, where a large one has no content. */
export const inList = "list";
