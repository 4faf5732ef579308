/** From the bytes of a request to a menu ready to be published, or everything that is wrong with them. */
import { parseStrictJson, type JsonIssue } from "../../platform/http/reading/strict-json.ts";
import { canonicalMenu, type ReadMenu } from "./menu-fingerprint.ts";
import type { MenuIssue } from "./menu-issues.ts";
import { parseMenu } from "./parse-menu.ts";

export type MenuReading =
  | { readonly kind: "menu"; readonly menu: ReadMenu }
  | { readonly kind: "invalid"; readonly issues: readonly MenuIssue[] }
  | { readonly kind: "malformed"; readonly message: string; readonly issues: readonly JsonIssue[] };

/** Reads the body of a publish: strict JSON, then every check of a menu. */
export function readMenuBytes(bytes: Uint8Array): MenuReading {
  const json = parseStrictJson(bytes);
  if (!json.ok) return { kind: "malformed", message: json.message, issues: json.issues };
  const parsed = parseMenu(json.value);
  return parsed.kind === "invalid" ? parsed : { kind: "menu", menu: canonicalMenu(parsed) };
}
