/** Finds text on a page that is neither of its words nor marked as somebody's own text: for pages in the accented language. */

/** Elements without an end. */
const empty = /^(?:area|base|br|col|hr|img|input|link|meta|wbr)$/;
/** What stands in these is somebody's own text, or nothing that is read. */
const own = new Set(["bdi", "script", "style", "code", "kbd", "auto"]);
/** What is read aloud or shown, besides text. */
const readAttributes = /\s(?:aria-label|alt|placeholder|label|title)="([^"]*)"/g;

/** The texts with plain vowels, outside of `<bdi>`; an accented page has none. */
export function foreignTexts(page: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  const note = (text: string, mayName = false): void => {
    const plain = /[aeiou]/i.test(text.replaceAll(/&#?\w+;/g, ""));
    // A name cannot be marked in the title and in attributes: there, something of the words is enough.
    if (plain && !(mayName && /[^\0-\x7f]/.test(text))) found.push(text.trim());
  };
  for (const [, text = "", tag = ""] of page.matchAll(/([^<]*)(<[^>]*>)?/g)) {
    if (!open.some((name) => own.has(name))) note(text, open.at(-1) === "title");
    const name = /^<\/?([\w-]+)/.exec(tag)?.[1] ?? "";
    if (tag.startsWith("</")) open.splice(open.findLastIndex((each) => each === name || each === "auto"));
    // An option cannot have `<bdi>` in it.
    else if (name !== "" && !empty.test(name)) open.push(tag.includes('dir="auto"') ? "auto" : name);
    if (!tag.startsWith("</") && name !== "meta" && name !== "link")
      for (const [, value = ""] of tag.matchAll(readAttributes)) note(value, true);
  }
  return found;
}
