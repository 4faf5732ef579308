/**
 * A guide as HTML. Raw HTML is refused; a comment is left out. The caller resolves links and pictures. A link without a
 * page here is shown as plain text, so that no link leads nowhere.
 */
import MarkdownIt from "markdown-it";
import { html, Markup } from "../../pages/html.ts";
import type { Heading, Highlight, PageBody } from "./page-parts.ts";
import { drawStates } from "./state-diagram.ts";

/** A picture as it is served. */
export interface Picture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** How the addresses of a guide become those of the site; null: there is no such page or picture. */
export interface Addresses {
  readonly link: (href: string) => string | null;
  readonly picture: (src: string) => Picture | null;
}

type Token = ReturnType<MarkdownIt["parse"]>[number];

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

/** The text without comments; the marks around drawn diagrams are comments. */
export function withoutComments(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("<!--"))
    .join("\n");
}

/** Renders a text; the headings of levels 2 and 3 are its contents. */
export function renderMarkdown(text: string, addresses: Addresses, highlight: Highlight): PageBody {
  const tokens = parser.parse(withoutComments(text), {});
  const headings = nameHeadings(tokens);
  for (const token of tokens) resolveLinks(token.children ?? [], addresses.link);
  plainTableHeads(tokens);
  let diagrams = 0;
  const parts = tokens.map((token, at) => {
    if (token.type === "fence" && token.info.trim() === "mermaid") return drawStates(token.content, ++diagrams).text;
    return ownPart(token, addresses, highlight) ?? parser.renderer.renderToken(tokens, at, parser.options);
  });
  return { main: new Markup(parts.join("")), headings };
}

/** The words of a text without marks, for the search. */
export function plainWords(text: string): string {
  const words: string[] = [];
  for (const token of parser.parse(withoutComments(text), {})) {
    if (token.type === "fence") continue;
    for (const child of token.children ?? []) if (child.content !== "") words.push(child.content);
  }
  return words.join(" ");
}

/** The title of a text: its first heading. */
export function titleOf(text: string): string {
  const line = text.split("\n").find((each) => each.startsWith("# ")) ?? "";
  return line.slice("# ".length).replaceAll("`", "").trim();
}

/** The text with its links led elsewhere; `link` answers null for one that stays as it is. */
export function withLinks(text: string, link: (href: string) => string | null): string {
  const [first = "", ...others] = text.split("](");
  return [
    first,
    ...others.map((rest) => {
      const end = rest.indexOf(")");
      const target = end === -1 ? null : link(rest.slice(0, end));
      return target === null ? rest : `${target}${rest.slice(end)}`;
    }),
  ].join("](");
}

/** The first paragraph, without marks. */
export function summaryOf(text: string): string {
  const tokens = parser.parse(withoutComments(text), {});
  const at = tokens.findIndex(({ type, level }) => type === "paragraph_open" && level === 0);
  const words = (tokens[at + 1]?.children ?? []).map(({ content, type }) => (type === "softbreak" ? " " : content));
  return words.join("").trim();
}

function nameHeadings(tokens: readonly Token[]): readonly Heading[] {
  const used = new Map<string, number>();
  const headings: Heading[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join("");
    const plain = anchorOf(text);
    const times = used.get(plain) ?? 0;
    used.set(plain, times + 1);
    const id = times === 0 ? plain : `${plain}-${times}`;
    const level = Number(token.tag.slice(1));
    if (level > 1) token.attrSet("id", id);
    if (level === 2 || level === 3) headings.push({ level, id, text });
  }
  return headings;
}

/** A link without a target becomes a span. */
function resolveLinks(children: readonly Token[], link: Addresses["link"]): void {
  let plain = false;
  for (const child of children) {
    if (child.type === "link_open") {
      const target = link(child.attrGet("href") ?? "");
      plain = target === null;
      if (target === null) {
        child.tag = "span";
        child.attrs = null;
      } else child.attrSet("href", target);
    } else if (child.type === "link_close" && plain) child.tag = "span";
  }
}

/** A head cell without words heads nothing. A head of such cells alone is not shown. */
function plainTableHeads(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "th_open") continue;
    const [words, end] = [tokens[at + 1], tokens[at + 2]];
    if (words?.content.trim() === "" && end !== undefined) token.tag = end.tag = "td";
    else token.attrSet("scope", "col");
  }
}

/** What this site draws in its own way. */
function ownPart(token: Token, addresses: Addresses, highlight: Highlight): string | undefined {
  if (token.type === "table_open") return '<div class="table" tabindex="0"><table>';
  if (token.type === "table_close") return "</table></div>";
  if (token.type === "fence" || token.type === "code_block")
    return codeFigure(token.content.trimEnd(), token.info.trim(), highlight).text;
  if (token.type === "inline") return inline(token.children ?? [], addresses);
  return undefined;
}

/** A page of this site that a guide names by its address. */
const ownAddress = /^\/docs(?:\/[\w-]+)*$/;

function inline(children: Token[], addresses: Addresses): string {
  return children
    .map((child, at) => {
      if (child.type === "image") return picture(addresses.picture(child.attrGet("src") ?? ""), child.content);
      const written = parser.renderer.renderInline([child], parser.options, {});
      const isAddress = child.type === "code_inline" && ownAddress.test(child.content);
      return isAddress && children[at - 1]?.type !== "link_open"
        ? `<a href="${child.content}">${written}</a>`
        : written;
    })
    .join("");
}

function picture(found: Picture | null, words: string): string {
  if (found === null) return "";
  const { src, width, height } = found;
  return html`<a class="shot" href="${src}"
    ><img src="${src}" width="${width}" height="${height}" alt="${words}" loading="lazy"
  /></a>`.text;
}

const captions: Readonly<Record<string, string>> = {
  sh: "Shell",
  json: "JSON",
  ts: "TypeScript",
  js: "JavaScript",
  sql: "SQL",
  python: "Python",
};

/** Code in a frame; a person who uses a keyboard can scroll it. */
export function codeFigure(code: string, language: string, highlight: Highlight, caption?: string): Markup {
  const words = caption ?? captions[language];
  return html`<figure class="code-box">
    ${words !== undefined && html`<figcaption>${words}</figcaption>`}
    <pre tabindex="0" translate="no"><code>${highlight(code, language)}</code></pre>
  </figure>`;
}
