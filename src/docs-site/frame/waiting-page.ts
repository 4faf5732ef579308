/** The page that a reader gets while the pages are being made, as after a start on a busy machine. Pure. */
import { html } from "../../pages/html.ts";

/** The whole document, which asks again after so many seconds by itself, without script. */
export function waitingPage(style: string, seconds: string): string {
  const document = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta http-equiv="refresh" content="${seconds}" />
      <title>One moment · Maple</title>
      <link rel="stylesheet" href="${style}" />
    </head>
    <body>
      <header class="top">
        <a class="brand" href="/docs">Maple <span>docs</span></a>
      </header>
      <main id="content">
        <h1>One moment</h1>
        <p>The service is busy and has not written this page yet. The page loads by itself when it is ready.</p>
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${document.text}\n`;
}
