/** Makes an element in one call, so that text is always text and never markup. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element; true is an attribute without a value, false and undefined leave it out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** A name that somebody typed: it may read from either side, and `language` names one that is not the page's. */
export function named(text: string, language?: string): HTMLElement {
  return make("bdi", { lang: language }, text);
}

/** An element that the server rendered; the page is not ours without it. */
export function part<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`the page has no ${id}`);
}

/** The same where it may be missing. */
export function maybePart<Type extends HTMLElement>(id: string, type: new () => Type): Type | undefined {
  const element = document.getElementById(id);
  return element instanceof type ? element : undefined;
}

/** Says something once to whoever cannot see it happen. */
export function announce(text: string): void {
  part("say", HTMLElement).textContent = text;
}
