/** The first document of a screen: its files, its words and its first data. The browser draws the rest. Pure. */
import { html, Markup } from "../pages/html.ts";
import { directionOf, type DrawnPart } from "../pages/layout.ts";
import type { ScreenPart, ShownScreen } from "../pages/page.ts";
import type { ParsedMessages } from "../words/say-parsed.ts";
import { parsedMessages, type PartName } from "../words/speak.ts";
import { releaseOf, screenNames, type BuiltScreens, type ScreenName } from "./screen-sources.ts";

/** The path under which the files of screens are served. */
export const screenFilesPath = "/screens";

/** What the script of a part of a page reads first. */
export interface PartStart<Shown = unknown> {
  readonly language: string;
  /** Language and country: figures, money and clocks. */
  readonly locale: string;
  readonly words: Readonly<Partial<Record<PartName, ParsedMessages>>>;
  readonly shown: Shown;
  /** What the files of the screen are known by. */
  readonly release: string;
}

/** What the script of a screen reads first. */
export interface ScreenStart<Shown = unknown> extends PartStart<Shown> {
  /** The address of the service worker. */
  readonly worker: string;
}

/**
 * The whole document of a screen. A browser does not translate it: that would replace the text nodes that Preact changes,
 * and what is shown would stay old. The screen has seven languages of its own.
 */
export function renderShell(screen: ShownScreen, icon: string, built: BuiltScreens): string {
  const name = nameOf(screen);
  const start: ScreenStart = { ...startOf(screen, built), worker: `/${name}/keep-files.js` };
  const document = html`<html lang="${screen.language}" dir="${directionOf(screen.language)}" translate="no">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${screen.title}</title>
      <link rel="icon" type="image/svg+xml" href="${icon}" />
      <link rel="manifest" href="${screen.manifest}" />
      ${filesOf(name, built)}
    </head>
    <body>
      <div id="screen"></div>
      <noscript
        ><main>
          <h1>${screen.title}</h1>
          <p>${screen.withoutScript}</p>
        </main></noscript
      >
      ${scriptWith(start)}
    </body>
  </html>`;
  return `<!doctype html>\n${document.text}\n`;
}

/** What a page needs for a part that the browser draws: its files, and what it shows first. */
export function renderPart(part: ScreenPart, built: BuiltScreens): DrawnPart {
  return { head: filesOf(nameOf(part), built), start: scriptWith(startOf(part, built)) };
}

function nameOf({ screen }: Pick<ScreenPart, "screen">): ScreenName {
  const name = screenNames.find((known) => known === screen);
  if (name === undefined) throw new Error(`there is no screen ${screen}`);
  return name;
}

function startOf(part: Omit<ScreenPart, "images">, built: BuiltScreens): PartStart {
  const { language, locale, words, shown } = part;
  const parsed = words.map((part) => [part, parsedMessages(language, part)]);
  return { language, locale, words: Object.fromEntries(parsed), shown, release: releaseOf(nameOf(part), built) };
}

function filesOf(name: ScreenName, built: BuiltScreens): Markup {
  const { script, style } = built.screens[name];
  return html`<link rel="stylesheet" href="${screenFilesPath}/${style}" />
    <script type="module" src="${screenFilesPath}/${built.again}"></script>
    <script type="module" src="${screenFilesPath}/${script}"></script>`;
}

function scriptWith(start: PartStart): Markup {
  return html`<script type="application/json" id="start">
    ${inScript(start)}
  </script>`;
}

/** JSON that no text inside can end the element with. */
function inScript(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll("<", "\\u003c"));
}
