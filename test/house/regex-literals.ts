/** The regular expressions that stand in a TypeScript text as literals. Pure. */

export interface RegexLiteral {
  readonly source: string;
  readonly flags: string;
}

/** After these a slash divides; after everything else it begins a regular expression. */
const endsValue = /[\w$)\]}"'`]$/;
const wordsBefore = /(?:^|[^\w$.])(?:return|case|typeof|of|in|new|void|yield|await)$/;

/** Reads past comments, texts and templates, the expressions inside of templates included, and past closing tags. */
export function regexLiteralsOf(text: string): readonly RegexLiteral[] {
  const found: RegexLiteral[] = [];
  /** Code so far on the way to a slash, without what was skipped. */
  let before = "";
  const templates: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    const two = text.slice(at, at + 2);
    if (two === "//") at = endOf(text, "\n", at) - 1;
    else if (two === "/*") at = endOf(text, "*/", at + 2) + 1;
    else if (char === '"' || char === "'") [at, before] = [endOfText(text, at, char), '"'];
    else if (char === "`" || (char === "}" && templates.at(-1) === depth)) {
      if (char === "}") templates.pop();
      const end = endOfTemplate(text, at + 1);
      if (text[end] === "$") {
        templates.push(depth);
        [at, before] = [end + 1, "("];
      } else [at, before] = [end, '"'];
    } else if (
      char === "/" &&
      !before.endsWith("<") &&
      (!endsValue.test(before.trimEnd()) || wordsBefore.test(before.trimEnd()))
    ) {
      const end = endOfRegex(text, at + 1);
      const flags = /^[a-z]*/.exec(text.slice(end + 1, end + 10))?.[0] ?? "";
      found.push({ source: text.slice(at + 1, end), flags });
      [at, before] = [end + flags.length, '"'];
    } else {
      if (char === "{") depth++;
      if (char === "}") depth--;
      before = (/\s/.test(char) ? `${before.trimEnd()} ` : before + char).slice(-12);
    }
  }
  return found;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end;
}

function endOfText(text: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Where the template ends, or where an expression begins in it. */
function endOfTemplate(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "`" && text.slice(at, at + 2) !== "${") at += text[at] === "\\" ? 2 : 1;
  return at;
}

function endOfRegex(text: string, from: number): number {
  let isClass = false;
  let at = from;
  for (; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === "[") isClass = true;
    else if (char === "]") isClass = false;
    else if (char === "/" && !isClass) break;
  }
  return at;
}
