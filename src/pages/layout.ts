/** The frame around every page: head, skip link, the venue's name, content, foot. */
import { guestLanguages, type GuestLanguage } from "../kernel/language.ts";
import { languageNames } from "../words/language-names.ts";
import { plainLocale } from "../words/pseudo-language.ts";
import { parsedMessages, speak, type PartName, type WordsLanguage } from "../words/speak.ts";
import { aboutHead } from "./about-head.ts";
import { html, Markup } from "./html.ts";
import type { ShownPage, Venue } from "./page.ts";
import { waysOn, type AskedFor } from "./ways-on.ts";
import { inLanguage, type Reader } from "./reader.ts";

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
export function renderDocument(page: ShownPage, files: PageFiles, asked: AskedFor, part?: DrawnPart): string {
  const { reader } = page;
  const { url } = asked;
  const language = reader?.language ?? page.language ?? "en";
  const say = speak(reader?.language ?? wordsOf(language), "pages");
  const locale = reader !== undefined && html`data-locale="${plainLocale(reader.locale)}"`;
  const scripts = page.modules.map((name) => files.module(name));
  const document = html`<html lang="${language}" dir="${directionOf(language)}" ${locale}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${page.title}${page.venue !== undefined && ` · ${page.venue.name}`}</title>
      <link rel="icon" type="image/svg+xml" href="${files.icon}" />
      <link rel="stylesheet" href="${files.style}" />
      ${page.listed !== true && html`<meta name="robots" content="noindex" />`}
      ${page.about !== undefined && aboutHead(page.venue === undefined ? page.title : `${page.title} · ${page.venue.name}`, page.about)}
      ${page.listed === true && alternates(url)}
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
      <main
        id="content"
        tabindex="-1"
        ${page.modules.includes("forms") && html`data-unanswered="${say("unanswered")}" data-busy="${say("busy.again")}"`}
      >
        ${page.main} ${page.frame === undefined && waysOn(page, asked, reader?.language ?? wordsOf(language))}
      </main>
      <footer class="foot">
        ${reader !== undefined && languageSwitch(reader, page.readAt ?? url, say("languages"))}
        <p>
          ${reader !== undefined && html`<a href="/privacy">${say("privacy")}</a> · `}${say("served_by")}
          <bdi class="brand">Maple</bdi>
        </p>
      </footer>
      ${part?.start} ${page.words !== undefined && browserWords(page.words, reader?.language ?? "en")}
    </body>
  </html>`;
  const { text } = squeeze(document);
  return `<!doctype html>\n${reader === undefined ? keepTyped(text) : text}\n`;
}

/** Staff read names and documents as they were typed, also where the browser translates the page; diners may have their dishes translated. */
function keepTyped(text: string): string {
  return text.replaceAll(/<(bdi|pre)(?! translate)(?=[ >])/g, '<$1 translate="no"');
}

/** The language of the frame: that of the page where it has words, else English. */
function wordsOf(language: string): GuestLanguage {
  return guestLanguages.find((known) => language.toLowerCase().split("-", 1)[0] === known) ?? "en";
}

/** The same page in every language, for search engines. */
function alternates(url: string): Markup {
  const links = guestLanguages.map(
    (each) => html`<link rel="alternate" hreflang="${each}" href="${inLanguage(url, each)}" />`,
  );
  return html`${links}`;
}

/** Links that work without script; the choice is kept in a cookie. */
function languageSwitch({ language }: Reader, url: string, label: string): Markup {
  return html`<nav aria-label="${label}">
    <ul class="languages">
      ${guestLanguages.map(
        (each) =>
          html`<li>
            <a
              href="${inLanguage(url, each)}"
              lang="${each}"
              hreflang="${each}"
              ${each === language && html`aria-current="true"`}
              ><bdi>${languageNames[each]}</bdi></a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

/** What the browser modules say, parsed beforehand (`say.browser.ts`). */
function browserWords(part: PartName, language: WordsLanguage): Markup {
  const text = JSON.stringify(parsedMessages(language, part)).replaceAll("<", "\\u003c");
  return new Markup(`<script type="application/json" id="words">${text}</script>`);
}

function renderVenue({ name, line, href, head }: Venue): Markup {
  if (head !== undefined) return html`<header class="venue">${head}</header>`;
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
