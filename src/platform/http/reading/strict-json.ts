/**
 * Reads a JSON body strictly: UTF-8 only, at most 64 levels deep, no duplicate or `__proto__` keys, no U+0000 and no
 * lone surrogate (PostgreSQL cannot store them). Every refusal says where (rules/http 4.2, 4.3).
 */
export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly issues: readonly JsonIssue[] };

export interface JsonIssue {
  /** Dotted, from `body`. */
  readonly path: string;
  readonly message: string;
}

const maxDepth = 64;
const maxIssues = 20;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses the raw bytes of a body, or says in one sentence what is wrong with them. */
export function parseStrictJson(bytes: Uint8Array): StrictJson {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuseBody("is not valid UTF-8");
  }
  const shape = scanShape(text);
  if (shape.depth > maxDepth) return refuseBody(`is nested more than ${maxDepth} levels deep`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuseBody(`is not valid JSON (${error instanceof Error ? error.message : "syntax error"})`);
  }
  if (shape.escapes && hasUnstorableText(value)) return refuseJson([...unstorableIn(value, "body").take(maxIssues)]);
  const keys = countKeys(value);
  if (keys.proto) return refuseBody("may not have the key __proto__");
  // A parsed object keeps the last of equal keys, so fewer keys than the text has means that one stands twice.
  if (shape.keys !== keys.count) {
    return refuseBody(`has an object in which the key ${JSON.stringify(findRepeatedKey(text))} stands twice`);
  }
  return { ok: true, value };
}

function refuseBody(message: string): StrictJson {
  return refuseJson([{ path: "body", message }]);
}

function refuseJson(issues: readonly JsonIssue[]): StrictJson {
  return { ok: false, message: issues.map(({ path, message }) => `${path} ${message}`).join("; "), issues };
}

interface Shape {
  depth: number;
  keys: number;
  escapes: boolean;
}

/** One pass over the text, before it is known to be valid: nesting, number of keys, and what needs a closer look. */
function scanShape(text: string): Shape {
  const shape: Shape = { depth: 0, keys: 0, escapes: text.includes("\\u") };
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) i = endOfString(text, i);
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > shape.depth) shape.depth = depth;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x3a) shape.keys++;
  }
  return shape;
}

/** The index of the closing quote of the string that opens at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let slashes = 0;
    for (let i = end - 1; i > start && text.charCodeAt(i) === 0x5c; i--) slashes++;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** The first key that stands twice in one object of a valid JSON text. */
function findRepeatedKey(text: string): string | undefined {
  let repeated: string | undefined;
  const unclosed: Set<string>[] = [];
  forEachKey(
    text,
    (key) => {
      const keys = unclosed.at(-1);
      if (keys?.has(key)) repeated ??= key;
      keys?.add(key);
    },
    (opens) => void (opens ? unclosed.push(new Set()) : unclosed.pop()),
  );
  return repeated;
}

/** Calls back for every object key of the text, and for every brace or bracket. */
function forEachKey(text: string, onKey: (key: string) => void, onNest: (opens: boolean) => void = () => {}): void {
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "{" || char === "[") onNest(true);
    else if (char === "}" || char === "]") onNest(false);
    else if (char === '"') {
      const end = endOfString(text, i);
      let after = end + 1;
      while (after < text.length && /\s/.test(text[after] ?? "")) after++;
      if (text[after] === ":") onKey(readString(text.slice(i, end + 1)));
      i = end;
    }
  }
}

function readString(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function countKeys(root: unknown): { readonly count: number; readonly proto: boolean } {
  let count = 0;
  let proto = false;
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (Array.isArray(value)) for (const element of value) stack.push(element);
    else if (typeof value === "object" && value !== null) {
      for (const key of Object.keys(value)) {
        count++;
        if (key === "__proto__") proto = true;
        else stack.push((value as Readonly<Record<string, unknown>>)[key]);
      }
    }
  }
  return { count, proto };
}

export const unstorable = "may not contain U+0000 or half of a surrogate pair";

/** Whether the text cannot be stored: U+0000, or a surrogate without its other half. */
export function isUnstorable(text: string): boolean {
  return text.includes("\u0000") || !text.isWellFormed();
}

function hasUnstorableText(root: unknown): boolean {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === "string" && isUnstorable(value)) return true;
    if (typeof value === "object" && value !== null) {
      for (const [key, element] of Object.entries(value)) {
        if (isUnstorable(key)) return true;
        stack.push(element);
      }
    }
  }
  return false;
}

/** Where the texts are that cannot be stored. A name that is one itself is not repeated: what holds it is named. */
function* unstorableIn(value: unknown, path: string): Generator<JsonIssue> {
  if (typeof value === "string" && isUnstorable(value)) yield { path, message: unstorable };
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, element] of Object.entries(value)) {
    if (isUnstorable(key))
      yield { path, message: "has a field whose name contains U+0000 or half of a surrogate pair" };
    else yield* unstorableIn(element, isList ? `${path}[${key}]` : `${path}.${key}`);
  }
}
