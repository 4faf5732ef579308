/** Finds pages by a typed text: exact names first, then words. Pure. */
import MiniSearch from "minisearch";
import type { PageKind, SitePage } from "../text/page-parts.ts";

/** A page that was found. */
export interface Hit {
  /** With the anchor of the name, when the name has a place on the page. */
  readonly path: string;
  readonly title: string;
  /** Where the page is: its kind or the section above. */
  readonly place: string;
  readonly summary: string;
}

export type SiteSearch = (typed: string) => readonly Hit[];

export const mostTyped = 200;
const mostHits = 12;
const mostWords = 8;

/** Two letters may differ: more would cost long words much time and find nothing that was meant. */
const mistyped = { fuzzy: (term: string) => (term.length > 4 && term.length < 40 ? 0.2 : 0), maxFuzzy: 2 } as const;

/** Words that every page has. */
const idle = new Set("a an and are as at be by for from in is it its of on or that the this to was with".split(" "));

const kindWords: Readonly<Record<PageKind, string>> = {
  guide: "Guide",
  rules: "Rule book",
  section: "Reference",
  call: "Call",
  event: "Event",
  object: "Object",
  error: "Error",
  page: "Documentation",
};

interface Mention {
  readonly page: SitePage;
  readonly path: string;
  readonly rank: number;
}

/** Makes the index of the pages. */
export function createSearch(pages: readonly SitePage[]): SiteSearch {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const names = namesOf(pages);
  const index = new MiniSearch<{ id: string; title: string; names: string; text: string }>({
    fields: ["title", "names", "text"],
    tokenize: wordsOf,
    searchOptions: { boost: { title: 5, names: 2 }, prefix: (term) => term.length > 2 },
  });
  index.addAll(
    pages.map(({ path, title, summary, terms, text }) => ({
      id: path,
      title,
      names: terms.map(({ name }) => name).join(" "),
      text: `${summary} ${text}`,
    })),
  );
  return (typed) => {
    const query = typed.slice(0, mostTyped).trim();
    if (query === "") return [];
    const exact = names.get(query.toLowerCase()) ?? [];
    const words = query.split(" ").slice(0, mostWords).join(" ");
    const boostDocument = (path: unknown): number => weightOf(byPath.get(String(path)));
    const begun = index.search(words, { boostDocument });
    // Mistyped words are looked for only where nothing else is found: that costs much more.
    const found = begun.length > 0 || exact.length > 0 ? begun : index.search(words, { boostDocument, ...mistyped });
    const named = exact.map(({ page, path }) => toHit(page, path));
    const worded = found.flatMap(({ id }) => {
      const page = byPath.get(String(id));
      return page === undefined ? [] : [toHit(page, page.path)];
    });
    const hits = isWord(query, exact) ? [...worded.slice(0, 3), ...named, ...worded] : [...named, ...worded];
    const seen = new Set<string>();
    return hits.filter((hit) => isNew(seen, hit.path.split("#", 1)[0] ?? "")).slice(0, mostHits);
  };
}

/** A field may be called as people speak, "refund": then who types it rather wants to read about the thing. */
function isWord(query: string, exact: readonly Mention[]): boolean {
  return /^[a-z]+$/.test(query) && exact.every(({ rank }) => rank > 0);
}

function isNew(seen: Set<string>, path: string): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  return true;
}

/** As much of a summary as a hit shows. */
const mostSummary = 160;

/** Whole words, and a sign that more follows. */
export function shortened(text: string): string {
  if (text.length <= mostSummary) return text;
  const space = text.lastIndexOf(" ", mostSummary);
  let end = space > 0 ? space : mostSummary;
  while (end > 0 && " ,;:(".includes(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}…`;
}

function toHit({ title, above, kind, summary }: SitePage, path: string): Hit {
  return {
    path,
    title,
    place: kind === "call" ? (above[0]?.title ?? kindWords.call) : kindWords[kind],
    summary: shortened(summary),
  };
}

/** Every name with its places, the page that is about the name first. */
function namesOf(pages: readonly SitePage[]): ReadonlyMap<string, readonly Mention[]> {
  const names = new Map<string, Mention[]>();
  for (const page of pages) {
    for (const { name, anchor } of page.terms) {
      const key = name.toLowerCase();
      const path = anchor === undefined ? page.path : `${page.path}#${anchor}`;
      names.set(key, [...(names.get(key) ?? []), { page, path, rank: rankOf(page, anchor) }]);
    }
  }
  return new Map(
    [...names].map(([key, found]) => [key, found.toSorted((one, other) => one.rank - other.rank).slice(0, 6)]),
  );
}

/** What a name is the name of comes first; of fields, those that a caller sends before those of events. */
function rankOf({ kind, title }: SitePage, anchor: string | undefined): number {
  if (anchor === undefined) return 0;
  if (kind === "page") return 1;
  if (kind === "call") return 2;
  if (kind === "error") return 3;
  if (kind === "object") return /(?:Input|List|Event|News)$/.test(title) ? 6 : 4;
  return 5;
}

/** Pages that people read rather than look up count more; bodies of single calls count less. */
function weightOf(page: SitePage | undefined): number {
  if (page === undefined) return 1;
  if (page.kind === "guide" || page.kind === "section") return 1.5;
  if (page.kind === "object") return /(?:Input|List|Event|News)$/.test(page.title) ? 0.3 : 0.7;
  return page.kind === "rules" ? 0.8 : 1;
}

/** Words as they stand and, of names that have parts, the parts too: pos_ticket_id is also found by "ticket". */
function wordsOf(text: string): string[] {
  return text.split(/[\s,;:!?()"'`<>|[\]]+/).flatMap((word) => {
    const plain = word.endsWith(".") ? word.slice(0, -1) : word;
    const parts = plain.split(/[._\-/{}#=*]|(?<=[a-z])(?=[A-Z])/);
    return [...(parts.length > 1 ? [plain] : []), ...parts]
      .map((part) => part.toLowerCase())
      .filter((part) => part !== "" && !idle.has(part));
  });
}
