/** Puts the order or booking that a page shows into the list of this browser (`/mine`). */
import { keep } from "./kept-list.browser.ts";

const [shown] = document.querySelectorAll<HTMLElement>("[data-remember]");
try {
  keep(JSON.parse(shown?.dataset["remember"] ?? "null"));
} catch {
  // A page that says nothing to keep.
}
