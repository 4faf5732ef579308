/**
 * The id of the thing that a form makes (rules/console 1.12). A form has a key, and the key with all that was typed is the id:
 * the same form sent twice, by a reload of its answer or by two presses, names the same thing, and a form with other content
 * names another one. The id carries the time of the key, so that things stay in the order in which they were made. Pure.
 */
import { createHash } from "node:crypto";
import { idOfDigest, parseId, type Id, type IdPrefix } from "../../kernel/id.ts";

/** Of an id: ten characters after the prefix hold the time. */
const timeLength = 10;

/** The id of what the form makes; undefined where the form has no key of ours. */
export function idOfForm<Prefix extends IdPrefix>(prefix: Prefix, form: URLSearchParams): Id<Prefix> | undefined {
  const key = parseId(prefix, form.get("key") ?? "");
  if (key.kind !== "ok") return undefined;
  const digest = createHash("sha256")
    .update(JSON.stringify(["form", ...form]))
    .digest();
  const kept = prefix.length + 1 + timeLength;
  return `${key.id.slice(0, kept)}${idOfDigest(prefix, digest).slice(kept)}` as Id<Prefix>;
}
