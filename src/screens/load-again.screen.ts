/**
 * Loads the document of a screen again when a file of the screen did not come. While one release replaces another, a
 * process of the one may be asked for a file that only the other has; soon both answers are of one release. Without this
 * a tablet would show nothing until somebody loads the page by hand.
 */

/** Each next try of a tab waits longer, up to the last time; a screen that came begins anew. */
const waitsMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
const counted = "maple-loaded-again";

let isMissing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some(isEmpty);

window.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) isMissing = true;
  },
  true,
);

window.addEventListener("load", () => {
  const times = triesSoFar();
  keepTries(isMissing ? times + 1 : 0);
  if (!isMissing) return;
  const again = (): void => location.reload();
  // Without a network there would be an error of the browser's in place of the page, which ends every try.
  setTimeout(
    () => (navigator.onLine ? again() : window.addEventListener("online", again, { once: true })),
    waitsMs[Math.min(times, waitsMs.length - 1)],
  );
});

/** What did not come has no rules. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  return sheet === null || sheet.cssRules.length === 0;
}

function triesSoFar(): number {
  try {
    return Number(sessionStorage.getItem(counted));
  } catch {
    return 0;
  }
}

/** A browser that keeps nothing tries every second. */
function keepTries(times: number): void {
  try {
    if (times === 0) sessionStorage.removeItem(counted);
    else sessionStorage.setItem(counted, String(times));
  } catch {
    // Nothing is kept.
  }
}
