/** HTML as values: a template escapes every value unless it is markup already. Used by every page of the service. */

/** Text that is HTML: made by `html`, or from a text of the program itself. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Markup | readonly Part[] | null | undefined | false;

/** Builds markup from a template; strings and numbers are escaped, nothing is printed for null, undefined and false. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? "";
  for (const [index, part] of parts.entries()) text += render(part) + (strings[index + 1] ?? "");
  return new Markup(text);
}

/** Puts a separator between markup, for example ", ". */
export function join(parts: readonly Part[], separator: string): Markup {
  return new Markup(parts.map(render).join(escapeText(separator)));
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return escapeText(String(part));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
