/** The entries of the change log, read from their files (changelog/README.md). Pure. */

export interface ChangelogEntry {
  /** The name of the file without its ending; it never changes. */
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly kind: string;
  readonly audience: readonly string[];
  readonly isBreaking: boolean;
  readonly title: string;
  /** Markdown below the title. */
  readonly text: string;
}

/** Reads an entry; undefined for a file of another form. */
export function readEntry(file: string, content: string): ChangelogEntry | undefined {
  const [, name = "", day] = /^((\d{4}-\d{2}-\d{2})-[\w-]+)\.md$/.exec(file) ?? [];
  const [begin, ...lines] = content.split("\n");
  const end = lines.indexOf("---");
  if (day === undefined || begin !== "---" || end === -1) return undefined;
  const head = new Map(
    lines.slice(0, end).map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const body = lines.slice(end + 1);
  const title = body.findIndex((line) => line.startsWith("# "));
  return {
    name,
    day,
    kind: head.get("kind") ?? "",
    audience: (head.get("audience") ?? "").replaceAll(/[[\]\s]/g, "").split(","),
    isBreaking: head.get("breaking") === "true",
    title: (body[title] ?? name).slice("# ".length).trim(),
    text: body
      .slice(title + 1)
      .join("\n")
      .trim(),
  };
}

/** The entries for partners, the newest day first. */
export function partnerEntries(files: ReadonlyMap<string, string>): readonly ChangelogEntry[] {
  return [...files]
    .map(([file, content]) => readEntry(file, content))
    .filter((entry) => entry !== undefined)
    .filter(({ audience }) => audience.includes("partner"))
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
    .toSorted((one, other) => (one.day === other.day ? 0 : one.day < other.day ? 1 : -1));
}
