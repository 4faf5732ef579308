/** Renders the small part of Markdown that descriptions use: paragraphs, lists with "- ", `code` and **bold**. */
import { html, type Markup, type Part } from "../pages/html.ts";

/** A description as blocks; text outside of the marks is escaped. */
export function prose(text: string): Markup {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim());
  return html`${blocks.filter((block) => block !== "").map(renderBlock)}`;
}

function renderBlock(block: string): Markup {
  const lines = block.split("\n");
  if (lines.every((line) => line.startsWith("- "))) {
    return html`<ul>
      ${lines.map((line) => html`<li>${inlineProse(line.slice(2))}</li>`)}
    </ul>`;
  }
  return html`<p>${inlineProse(block)}</p>`;
}

/** One line of a description, without blocks. */
export function inlineProse(text: string): Markup {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*/g)) {
    parts.push(text.slice(from, match.index));
    parts.push(match[1] === undefined ? html`<strong>${match[2]}</strong>` : html`<code>${match[1]}</code>`);
    from = match.index + match[0].length;
  }
  return html`${[...parts, text.slice(from)]}`;
}
