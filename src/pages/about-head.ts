/** The part of a page's head for other sites and search engines. Pure. */
import { html, Markup } from "./html.ts";

export interface PageAbout {
  /** The whole address. */
  readonly url: string;
  readonly description: string | null;
  /** A whole address. */
  readonly image: string | null;
  /** The path of a manifest, with which the page is put on a home screen. */
  readonly manifest: string | null;
  /** Of schema.org; written as JSON-LD. */
  readonly structured: object;
}

/** Open Graph, the manifest, and structured data. */
export function aboutHead(title: string, { url, description, image, manifest, structured }: PageAbout): Markup {
  return html`${description !== null && html`<meta name="description" content="${description}" />`}
    <link rel="canonical" href="${url}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:url" content="${url}" />
    ${description !== null && html`<meta property="og:description" content="${description}" />`}
    ${image !== null && html`<meta property="og:image" content="${image}" />`}
    ${manifest !== null && html`<link rel="manifest" href="${manifest}" />`} ${structuredData(structured)}`;
}

/** A block of data of schema.org (JSON-LD), which no browser runs; no text of it ends the element. */
export function structuredData(structured: object): Markup {
  const json = JSON.stringify(structured).replaceAll("<", "\\u003c");
  return new Markup(`<script type="application/ld+json">${json}</script>`);
}
