/** The document that a screen begins with: its files, its words and what it shows first. The browser draws the rest. Pure. */
import { html, Markup } from "../pages/html.ts";
import { directionOf } from "../pages/layout.ts";
import type { ShownScreen } from "../pages/page.ts";
import type { ParsedMessages } from "../words/say-parsed.ts";
import { parsedMessages, type PartName } from "../words/speak.ts";
import { screenNames, type BuiltScreens } from "./screen-sources.ts";

/** The path under which the files of screens are served. */
export const screenFilesPath = "/screens";

/** What the script of a screen reads first. */
export interface ScreenStart<Shown = unknown> {
  readonly language: string;
  /** Language and country: figures, money and clocks. */
  readonly locale: string;
  readonly words: Readonly<Partial<Record<PartName, ParsedMessages>>>;
  /** The address of the service worker. */
  readonly worker: string;
  readonly shown: Shown;
}

/** The whole document of a screen. */
export function renderShell(screen: ShownScreen, icon: string, built: BuiltScreens): string {
  const name = screenNames.find((known) => known === screen.screen);
  if (name === undefined) throw new Error(`there is no screen ${screen.screen}`);
  const { script, style } = built.screens[name];
  const start: ScreenStart = {
    language: screen.language,
    locale: screen.locale,
    words: Object.fromEntries(screen.words.map((part) => [part, parsedMessages(screen.language, part)])),
    worker: `/${name}/keep-files.js`,
    shown: screen.shown,
  };
  const document = html`<html lang="${screen.language}" dir="${directionOf(screen.language)}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${screen.title}</title>
      <link rel="icon" type="image/svg+xml" href="${icon}" />
      <link rel="manifest" href="${screen.manifest}" />
      <link rel="stylesheet" href="${screenFilesPath}/${style}" />
      <script type="module" src="${screenFilesPath}/${script}"></script>
    </head>
    <body>
      <div id="screen"></div>
      <noscript
        ><main>
          <h1>${screen.title}</h1>
          <p>${screen.withoutScript}</p>
        </main></noscript
      >
      <script type="application/json" id="start">
        ${inScript(start)}
      </script>
    </body>
  </html>`;
  return `<!doctype html>\n${document.text}\n`;
}

/** JSON that no text inside can end the element with. */
function inScript(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll("<", "\\u003c"));
}
