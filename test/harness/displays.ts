/** Pages on displays other than usual: letters twice as large, colours of the reader's own, paper. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { screens } from "./browser.ts";

/**
 * On a phone whose owner has set letters twice as large, no short word of the page is broken, but where a hyphen stands,
 * and nothing that is cut hides a word.
 */
export async function assertWordsWhole(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(screens.phone);
  const debuggee = await page.context().newCDPSession(page);
  await debuggee.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  const broken = await page.evaluate<string[]>(`(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const { parentElement: around } = currentNode;
      if (!around.checkVisibility() || around.closest(".unseen, script, code, pre")) continue;
      // Addresses and ids may break anywhere.
      for (const { 0: word, index } of currentNode.data.matchAll(/(?<!\\S)\\p{L}{2,11}(?![^\\s\\p{P}]|[@._/])/gu)) {
        const range = document.createRange();
        range.setStart(currentNode, index);
        range.setEnd(currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(word);
      }
    }
    return found;
  })()`);
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll("body *")]
    .filter((each) => each.checkVisibility() && each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1
      && !/auto|scroll/.test(getComputedStyle(each).overflowX) && getComputedStyle(each).display !== "inline"
      && !each.closest(".unseen, svg, input, select")
      && [...each.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim() !== ""))
    .map((each) => each.outerHTML.slice(0, 120))`);
  await debuggee.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  await debuggee.detach();
  if (before !== null) await page.setViewportSize(before);
  assert.deepEqual(broken, [], `with large letters ${page.url()} breaks words`);
  assert.deepEqual(cut, [], `with large letters words of ${page.url()} leave their box`);
}

/** Where the reader's own few colours replace ours, what is current, chosen or pressed differs from its neighbours still. */
export async function assertToldWithoutColour(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  const same = await page.evaluate<string[]>(`(() => {
    const marks = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-selected="true"], .timeline > .done';
    const sides = ["block-start", "block-end", "inline-start", "inline-end"];
    const drawn = (each) => [each, "::before"].map((part) => {
      const style = getComputedStyle(each, part === each ? undefined : part);
      const borders = sides.map((side) => style.getPropertyValue("border-" + side + "-width"));
      return [...borders, style.outlineStyle, style.fontWeight, style.textDecorationLine].join(" ");
    }).join();
    return [...document.querySelectorAll(marks)].filter((marked) => {
      if (!marked.checkVisibility()) return false;
      const holder = marked.matches("li, :only-child") && marked.tagName !== "LI" ? marked.parentElement : marked;
      const others = [...holder.parentElement.children]
        .map((each) => (holder === marked ? each : each.firstElementChild))
        .filter((each) => each !== null && each.tagName === marked.tagName && !each.matches(marks));
      return others.length > 0 && others.some((other) => drawn(other) === drawn(marked));
    }).map((marked) => marked.outerHTML.slice(0, 120));
  })()`);
  await page.emulateMedia({ forcedColors: "none" });
  assert.deepEqual(same, [], `with colours of the reader ${page.url()} does not tell`);
}

/** On paper there is nothing to press, to fill in or to open. */
export async function assertPrints(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  const left = await page.evaluate<string[]>(`[...document.querySelectorAll(
      "button, .button, form, input, select, textarea, nav, details:not([open]) > summary")]
    .filter((each) => each.checkVisibility() && each.getClientRects().length > 0 && !each.closest(".console-head"))
    .map((each) => each.outerHTML.replace(/\\s+/g, " ").slice(0, 120))`);
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  await page.emulateMedia({ media: "screen" });
  assert.deepEqual(left, [], `on paper ${page.url()} has controls`);
  assert.ok(wide <= 0, `on paper ${page.url()} is too wide by ${wide}`);
}
