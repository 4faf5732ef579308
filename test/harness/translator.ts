/** A browser's own translation of a page, as Chrome, Edge and Safari do it. */
import type { Page } from "playwright-core";

/**
 * From the next page on, replaces every text node by `<font><font>` with the text in ‹ ›, also in what is added or
 * changed later, but for what says `translate="no"`. The text node that the page had is in the document no more.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(`
    const kept = 'script, style, noscript, textarea, title, font, code, [translate="no"], .notranslate';
    const translate = (text) => {
      if (text.data.trim() === "" || !text.isConnected || text.parentElement?.closest(kept)) return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = "\\u2039" + text.data + "\\u203a";
      outer.append(inner);
      text.replaceWith(outer);
    };
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return translate(node);
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode()) found.push(texts.currentNode);
      found.forEach(translate);
    };
    addEventListener("load", () => {
      walk(document.body);
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) if (node.isConnected) walk(node);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  `);
}
