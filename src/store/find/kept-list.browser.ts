/**
 * The list of a guest's orders and bookings in this browser: the newest 20, each for 90 days. The list never leaves the
 * browser.
 */

export interface Kept {
  readonly kind: "order" | "booking";
  /** The page, with its key. */
  readonly href: string;
  readonly title: string;
  readonly venue: string;
  readonly when: string;
  /** The language of title and time: that of the page which showed them. */
  readonly language?: string;
  /** Where and what to order again. */
  readonly again?: { readonly location: string; readonly lines: readonly unknown[] };
  /** When the page was last seen, in milliseconds of this browser's clock. */
  readonly seen: number;
}

const storageKey = "maple.mine";
const most = 20;
const longestMs = 90 * 86_400_000;

/** The list, newest first; what is too old or cannot be read is left out. */
export function readList(): Kept[] {
  const now = Date.now();
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept
      .filter(isKept)
      .filter(({ seen }) => now - seen < longestMs)
      .slice(0, most);
  } catch {
    return [];
  }
}

/** Puts an entry first that a page has shown now; anything that is no entry is left out. */
export function keep(shown: unknown): void {
  const kept =
    typeof shown === "object" && shown !== null
      ? { ...shown, language: document.documentElement.lang, seen: Date.now() }
      : null;
  if (isKept(kept)) writeList([kept, ...readList().filter(({ href }) => href !== kept.href)]);
}

/** Keeps the list; false where the browser keeps nothing. */
export function writeList(list: readonly Kept[]): boolean {
  try {
    if (list.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(list.slice(0, most)));
    return true;
  } catch {
    return false;
  }
}

/** Whether a value has the form of an entry; a page is one of this service. */
function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const has = (name: string, type: string): boolean => typeof Reflect.get(value, name) === type;
  const texts = ["href", "title", "venue", "when"].every((name) => has(name, "string"));
  const href: unknown = Reflect.get(value, "href");
  return texts && has("seen", "number") && typeof href === "string" && /^\/(order|booking)\/[\w-]+$/.test(href);
}
