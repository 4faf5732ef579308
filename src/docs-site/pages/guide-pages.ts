/** A page for each guide. Links between the files of docs become links between pages. Pure. */
import type { SitePage } from "../text/page-parts.ts";
import {
  plainWords,
  renderMarkdown,
  summaryOf,
  titleOf,
  withLinks,
  withoutComments,
  type Addresses,
  type Picture,
} from "../text/site-markdown.ts";
import { guideGroups, withoutPage } from "./guide-list.ts";
import { guidePath } from "./site-addresses.ts";

/** The files of docs as they are on disk. */
export interface GuideFiles {
  /** By the name below docs, for example "rules/http.md". */
  readonly texts: ReadonlyMap<string, string>;
  /** By the name below docs, for example "images/board-full.png". */
  readonly pictures: ReadonlyMap<string, Picture>;
}

/** The pages of all groups in their order; a file that is not there has none, and one that is not listed is the last of its group. */
export function guidePages(files: GuideFiles): readonly SitePage[] {
  const known = new Set([...guideGroups.flatMap(({ files: listed }) => listed), ...withoutPage]);
  const others = [...files.texts.keys()].filter((file) => !known.has(file)).toSorted();
  return guideGroups.flatMap(({ name, files: listed }) =>
    [...listed, ...others.filter((file) => groupOf(file) === name)].flatMap((file) => {
      const text = files.texts.get(file);
      return text === undefined ? [] : [guidePage(file, name, text, files)];
    }),
  );
}

function groupOf(file: string): string {
  return file.startsWith("rules/") ? "Rules" : "Guides";
}

function guidePage(file: string, group: string, text: string, files: GuideFiles): SitePage {
  const addresses = addressesOf(file, files);
  const title = titleOf(text);
  return {
    path: guidePath(file),
    kind: file.startsWith("rules/") ? "rules" : "guide",
    title,
    summary: summaryOf(text),
    above: file.startsWith("rules/") && file !== "rules/README.md" ? [{ title: "Rules", path: "/docs/rules" }] : [],
    group,
    terms: [{ name: title }, ...namesIn(text)],
    text: plainWords(text),
    body: (highlight) => renderMarkdown(text, addresses, highlight),
    markdown: () =>
      withLinks(withoutComments(text), (href) => {
        const target = addresses.link(href);
        if (target === null || !target.startsWith("/")) return target;
        const [path, anchor] = target.split("#", 2);
        return anchor === undefined ? `${path}.md` : `${path}.md#${anchor}`;
      }),
  };
}

/** What a guide has of names: headings that are ids, such as ord-accept, and the commands of its tables. */
function namesIn(text: string): SitePage["terms"] {
  const ids = [...text.matchAll(/^### ([a-z]+(?:[-_][a-z]+)+)$/gm)].map(([, id = ""]) => ({ name: id, anchor: id }));
  const cells = [...text.matchAll(/^\| (`maple [^|]+)/gm)].map(([, cell = ""]) => cell);
  return [...ids, ...cells.flatMap(commandsIn).map((name) => ({ name }))];
}

/** "`maple orders list`, `show`" names maple orders, maple orders list and maple orders show. */
function commandsIn(cell: string): readonly string[] {
  let group = "";
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => {
    const words = code.split(" ");
    if (words[0] === "maple") group = `maple ${words[1]}`;
    const verb = words[0] === "maple" ? words[2] : words[0];
    return verb !== undefined && /^[a-z][a-z-]*$/.test(verb) ? [group, `${group} ${verb}`] : [group];
  });
}

/** Files outside of docs that have a page here. */
const elsewhere: Readonly<Record<string, string>> = { "../packages/sdk/README.md": "sdk/client.md" };

/** How the links of a file lead on; null where the site has no such page. */
export function addressesOf(file: string, { texts, pictures }: GuideFiles): Addresses {
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "";
  return {
    link: (href) => {
      if (/^(?:https?|mailto):/.test(href) || href.startsWith("#") || href.startsWith("/")) return href;
      const [path = "", anchor] = href.split("#", 2);
      const target = elsewhere[path] ?? resolve(folder, path);
      const isServed = target === "errors.md" || (texts.has(target ?? "") && !withoutPage.has(target ?? ""));
      if (target === null || !isServed) return null;
      return `${guidePath(target)}${anchor === undefined ? "" : `#${anchor}`}`;
    },
    picture: (src) => pictures.get(resolve(folder, src) ?? "") ?? null,
  };
}

/** The file that a relative link of a folder names; null outside of docs. */
function resolve(folder: string, path: string): string | null {
  const parts = folder.split("/").filter((part) => part !== "");
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
