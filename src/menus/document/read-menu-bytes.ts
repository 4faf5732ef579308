/** Turns the bytes of a request into a menu that can be published, or into everything that is wrong with them. */
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { parseStrictJson } from "../../platform/http/reading/strict-json.ts";
import { canonicalMenu, type ReadMenu } from "./menu-fingerprint.ts";
import type { MenuRefusal } from "./menu-refusal.ts";
import { parseMenu } from "./parse-menu.ts";

export type MenuReading = ReadMenu | MenuRefusal | Refusal<"invalid_request">;

/** Up to this many bytes a document is worked on where it is: some ten milliseconds. */
export const onTheSpotBytes = 256 * 1024;

/** Reads the body of a publish: strict JSON, or `invalid_request`; then every check of a menu, or `invalid_menu`. */
export function readMenuBytes(bytes: Uint8Array): MenuReading {
  const json = parseStrictJson(bytes);
  if (!json.ok) return refuse("invalid_request", json.message, { issues: json.issues });
  const parsed = parseMenu(json.value);
  return isRefusal(parsed) ? parsed : canonicalMenu(parsed);
}
