/** Finds what a screen says in none of its words, while these are accented (`?lang=en-XA`). */
import type { Page } from "playwright-core";

/** What stands in these is somebody's own text, or nothing that is read. */
const own = "bdi, time, kbd, script, noscript, title";

/**
 * The texts with plain vowels, and the labels, titles and placeholders that have nothing of the words: a name cannot be
 * marked in an attribute. `also` names elements whose text is somebody's own.
 */
export function foreignScreenTexts(page: Page, also = ""): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const own = ${JSON.stringify(also === "" ? own : `${own}, ${also}`)};
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement.closest(own) === null && /[aeiou]/.test(node.data)) found.push(node.data);
    for (const name of ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt"])
      for (const element of document.body.querySelectorAll("[" + name + "]")) {
        const text = element.getAttribute(name);
        if (/[aeiou]/i.test(text) && !/[^\\0-\\x7f]/.test(text)) found.push(name + ": " + text);
      }
    return found;
  })()`);
}
