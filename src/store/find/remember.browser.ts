/** Puts the order or booking that a page shows into the list of this browser (`/mine`). */
import { isKept, readList, writeList } from "./kept-list.browser.ts";

const [shown] = document.querySelectorAll<HTMLElement>("[data-remember]");
const now = Date.now();
try {
  const entry: unknown = JSON.parse(shown?.dataset["remember"] ?? "null");
  const kept = typeof entry === "object" && entry !== null ? { ...entry, seen: now } : null;
  if (isKept(kept)) writeList([kept, ...readList(now).filter(({ href }) => href !== kept.href)]);
} catch {
  // A page that says nothing to keep.
}
