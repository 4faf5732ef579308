/**
 * Code as spans with classes. The grammars are loaded once for the process, with the first page that has code, so a start
 * is not slower for them. A package has the highlighted code of all pages, and no grammars. Colours of the theme are
 * names of classes only; the style sheet has the visible colours.
 */
import { createHash } from "node:crypto";
import { html, Markup } from "../../pages/html.ts";
import type { Highlight } from "./page-parts.ts";

/** Each kind of token: the class, the colour that stands for the class, and the scopes of the grammars. */
const kinds = [
  ["c", "#000001", ["comment", "punctuation.definition.comment"]],
  ["s", "#000002", ["string", "punctuation.definition.string", "constant.character.escape"]],
  ["k", "#000003", ["keyword", "storage", "constant.language", "variable.language"]],
  ["n", "#000004", ["constant.numeric"]],
  ["f", "#000005", ["entity.name.function", "support.function", "entity.name.command"]],
  ["p", "#000006", ["support.type.property-name", "meta.object-literal.key", "variable.other.property"]],
  ["v", "#000007", ["variable.other.normal.shell", "punctuation.definition.variable.shell", "constant.other.option"]],
  ["", "#000008", ["keyword.operator", "storage.type.function.arrow", "punctuation.separator"]],
] as const;

const theme = {
  name: "classes",
  type: "light" as const,
  fg: "#000000",
  bg: "#ffffff",
  settings: kinds.map(([, foreground, scope]) => ({ scope: [...scope], settings: { foreground } })),
};

const classOf = (colour: string | undefined): string => kinds.find(([, known]) => known === colour)?.[0] ?? "";

const languages: Readonly<Record<string, string>> = {
  sh: "shellscript",
  json: "json",
  ts: "typescript",
  js: "typescript",
  python: "python",
  sql: "sql",
};

/** Code that was highlighted beforehand, by `nameOfCode`. */
export type Highlights = ReadonlyMap<string, string>;

/** What loads the highlighter once. With highlights of a package nothing is loaded; code that they lack is shown plain. */
export function createHighlighter(highlights?: Highlights): () => Promise<Highlight> {
  let loading: Promise<Highlight> | undefined;
  if (highlights === undefined) return () => (loading ??= load());
  const known: Highlight = (code, language) => {
    const text = highlights.get(nameOfCode(code, language));
    return text === undefined ? html`${code}` : new Markup(text);
  };
  return () => Promise.resolve(known);
}

/** The same, and every code that is highlighted is written down. */
export function recordHighlights(highlight: Highlight, into: Map<string, string>): Highlight {
  return (code, language) => {
    const markup = highlight(code, language);
    if (language in languages) into.set(nameOfCode(code, language), markup.text);
    return markup;
  };
}

function nameOfCode(code: string, language: string): string {
  return createHash("sha256").update(`${language}\n${code}`).digest("base64url").slice(0, 16);
}

async function load(): Promise<Highlight> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, ...langs] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
    import("shiki/langs/shellscript.mjs"),
    import("shiki/langs/json.mjs"),
    import("shiki/langs/typescript.mjs"),
    import("shiki/langs/python.mjs"),
    import("shiki/langs/sql.mjs"),
  ]);
  const highlighter = await createHighlighterCore({
    themes: [theme],
    langs: langs.map((each) => each.default),
    engine: createJavaScriptRegexEngine(),
  });
  return (code, language) => {
    const lang = languages[language];
    if (lang === undefined) return html`${code}`;
    // Only texts of our own are read. A limit in time would leave lines plain on a busy machine.
    const lines = highlighter.codeToTokensBase(code, { lang, theme: "classes", tokenizeTimeLimit: 0 });
    return new Markup(lines.map(renderLine).join("\n"));
  };
}

/** Neighbours of one class are one span; blanks belong to their neighbour. */
function renderLine(tokens: readonly { readonly content: string; readonly color?: string }[]): string {
  const runs: { name: string; text: string }[] = [];
  for (const { content, color } of tokens) {
    const name = classOf(color);
    const last = runs.at(-1);
    if (last !== undefined && (last.name === name || content.trim() === "")) last.text += content;
    else runs.push({ name, text: content });
  }
  return runs
    .map(({ name, text }) => (name === "" ? html`${text}` : html`<span class="${name}">${text}</span>`).text)
    .join("");
}
