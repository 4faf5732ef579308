/** The frame around every page: head, skip link, the venue's name, content, foot. */
import { guestLanguages, type GuestLanguage } from "../kernel/language.ts";
import { speak } from "../words/speak.ts";
import { html, Markup } from "./html.ts";
import type { ShownPage, Venue } from "./page.ts";

/** Where the files of pages are served; each name carries the hash of its content. */
export interface PageFiles {
  readonly style: string;
  readonly icon: string;
  /** The address of a browser module and of every module that it imports, itself first. */
  readonly module: (name: string) => readonly string[];
}

/** What a part that the browser draws needs: its files, and what it reads first. */
export interface DrawnPart {
  readonly head: Markup;
  readonly start: Markup;
}

const rightToLeft = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "ks", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** The writing direction of a language (BCP 47). */
export function directionOf(language: string): "ltr" | "rtl" {
  return rightToLeft.has(language.toLowerCase().split("-", 1)[0] ?? "") ? "rtl" : "ltr";
}

/** The whole document. */
export function renderDocument(page: ShownPage, files: PageFiles, part?: DrawnPart): string {
  const language = page.language ?? "en";
  const say = speak(wordsOf(language), "pages");
  const scripts = page.modules.map((name) => files.module(name));
  const document = html`<html lang="${language}" dir="${directionOf(language)}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${page.title}${page.venue !== undefined && ` · ${page.venue.name}`}</title>
      <link rel="icon" type="image/svg+xml" href="${files.icon}" />
      <link rel="stylesheet" href="${files.style}" />
      ${page.listed !== true && html`<meta name="robots" content="noindex" />`}
      ${
        page.reloadSeconds !== undefined &&
        html`<noscript><meta http-equiv="refresh" content="${page.reloadSeconds}" /></noscript>`
      }
      ${[...new Set(scripts.flatMap((urls) => urls.slice(1)))].map((url) => html`<link rel="modulepreload" href="${url}" />`)}
      ${scripts.map(([url]) => html`<script type="module" src="${url}"></script>`)} ${part?.head}
    </head>
    <body class="${page.frame === undefined ? (page.width ?? "narrow") : "framed"}">
      <a class="skip" href="#content">${say("skip")}</a>
      ${page.frame === undefined ? page.venue !== undefined && renderVenue(page.venue) : page.frame}
      <main id="content" tabindex="-1">${page.main}</main>
      <footer class="foot">
        <p>${say("served_by")} <span class="brand">Maple</span></p>
      </footer>
      ${part?.start}
    </body>
  </html>`;
  return `<!doctype html>\n${squeeze(document).text}\n`;
}

/** The language of the frame: that of the page where it has words, else English. */
function wordsOf(language: string): GuestLanguage {
  return guestLanguages.find((known) => language.toLowerCase().split("-", 1)[0] === known) ?? "en";
}

function renderVenue({ name, line, href }: Venue): Markup {
  const shown = html`<bdi>${name}</bdi>`;
  return html`<header class="venue">
    <p class="venue-name">${href === undefined ? shown : html`<a href="${href}">${shown}</a>`}</p>
    ${line !== undefined && line !== null && line !== "" && html`<p class="venue-line"><bdi>${line}</bdi></p>`}
  </header>`;
}

/** Templates are indented for people; a browser needs one space of it. Texts that keep their lines are in `<pre>` or an attribute. */
function squeeze(document: Markup): Markup {
  if (/<(pre|textarea)\b/.test(document.text)) return document;
  return new Markup(document.text.replaceAll(/\n\s+/g, "\n"));
}
