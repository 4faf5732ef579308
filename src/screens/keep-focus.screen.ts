/** Where the focus goes when what has it is taken away: without this, the next key would begin at the top of the page. */

/** What had the focus, in a row of a list or not. */
export interface Gone {
  readonly element: Element;
  /** The row beside it that is still there: the next one, else the one before. */
  readonly besideRow: () => Element | undefined;
}

/** Looks after the focus in a screen, below its dialogs; `next` says who has it after what is gone. */
export function keepFocus(root: HTMLElement, next: (gone: Gone) => Element | null | undefined): void {
  let last: Gone | undefined;
  root.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || target.closest("dialog") !== null) return;
    // A finger or a mouse goes where it wants: nothing is moved under it.
    last = target.matches(":focus-visible") ? goneAs(target) : undefined;
  });
  root.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof Element)) return;
    // Somebody has left it for nothing, by a tap beside it: then nothing is owed to them.
    queueMicrotask(() => {
      if (target.isConnected && isNowhere() && document.hasFocus()) last = undefined;
    });
  });
  new MutationObserver(() => {
    if (last === undefined || last.element.isConnected || !isNowhere()) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const element = next(last);
    last = undefined;
    if (element instanceof HTMLElement || element instanceof SVGElement) giveFocus(element);
  }).observe(root, { childList: true, subtree: true });
}

/** The focus, and for somebody who has keys the sight. */
function giveFocus(element: HTMLElement | SVGElement): void {
  element.focus({ preventScroll: true });
  if (element.matches(":focus-visible")) element.scrollIntoView({ block: "nearest" });
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function goneAs(element: Element): Gone {
  const row = element.closest("li");
  const rows = [...(row?.parentElement?.children ?? [])];
  const at = row === null ? 0 : rows.indexOf(row);
  const near = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()];
  return { element, besideRow: () => near.find((one) => one.isConnected) };
}
