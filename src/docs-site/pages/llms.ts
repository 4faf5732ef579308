/** The site for programs that read documentation: a list of all pages (llms.txt), and the pages themselves in one text. Pure. */
import type { SitePage } from "../text/page-parts.ts";

const kindsInOne: ReadonlySet<SitePage["kind"]> = new Set(["page", "guide", "section", "call", "event"]);

/** The list, in the form of llmstxt.org; addresses are absolute. */
export function llmsText(pages: readonly SitePage[], baseUrl: string): string {
  const [home, ...others] = pages;
  const groups = [...new Set(others.map(({ group }) => group))];
  return [
    "# Maple\n",
    `> ${home?.summary ?? ""}\n`,
    "Every page is Markdown at its address with `.md`. All guides and calls in one text: /llms-full.txt. The interface as OpenAPI 3.1: /openapi/partner.json.\n",
    ...groups.flatMap((group) => [
      `## ${titleOf(group)}\n`,
      ...others
        .filter((page) => page.group === group)
        .map(({ title, path, summary }) => `- [${title}](${baseUrl}${path}.md): ${summary}`),
      "",
    ]),
  ].join("\n");
}

/** The guides, the calls and the events in one text; objects and errors are at their own addresses. */
export function llmsFullText(pages: readonly SitePage[]): string {
  return pages
    .filter(({ kind, group }) => kindsInOne.has(kind) && group !== "changelog")
    .map((page) => page.markdown().trim())
    .join("\n\n---\n\n")
    .concat("\n");
}

function titleOf(group: string): string {
  return group === "api" ? "API reference" : group.slice(0, 1).toUpperCase() + group.slice(1);
}
