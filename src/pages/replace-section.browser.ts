/**
 * Puts one section of a freshly read page in place of the same section of the shown page. The focus stays on what says the
 * same, and what the reader has unfolded stays unfolded.
 */

/** Answers the section that is shown now; undefined where it is not there, or says the same. */
export function replaceSection(id: string, fresh: Document): HTMLElement | undefined {
  const [shown, next] = [document.getElementById(id), fresh.getElementById(id)];
  if (next === null || shown === null || next.isEqualNode(shown)) return undefined;
  const focused =
    document.activeElement instanceof HTMLElement && shown.contains(document.activeElement)
      ? document.activeElement
      : null;
  keepShown(shown, next);
  shown.replaceWith(document.adoptNode(next));
  document.title = fresh.title;
  if (focused !== null) (alike(focused, next) ?? document.getElementById("content"))?.focus({ preventScroll: true });
  return next;
}

/** What has the id of the element, or else says the same. */
function alike(focused: HTMLElement, next: HTMLElement): HTMLElement | null {
  if (focused.id !== "") return document.getElementById(focused.id);
  const same = [...next.querySelectorAll<HTMLElement>(focused.localName)];
  return same.find(({ textContent }) => textContent === focused.textContent) ?? null;
}

/** What the reader has unfolded stays unfolded. */
function keepShown(shown: HTMLElement, next: HTMLElement): void {
  const unfolded = [...shown.querySelectorAll("details")].map(({ open }) => open);
  for (const [index, details] of [...next.querySelectorAll("details")].entries())
    details.open = unfolded.at(index) ?? false;
}
