/**
 * Code as spans with classes. The grammars are loaded once for the process, with the first page that has code: a start is
 * no slower for them. Colours of the theme are names of classes only; the style sheet has the colours that are seen.
 */
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

/** What loads the highlighter once. */
export function createHighlighter(): () => Promise<Highlight> {
  let loading: Promise<Highlight> | undefined;
  return () => (loading ??= load());
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
    const lines = highlighter.codeToTokensBase(code, { lang, theme: "classes" });
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
