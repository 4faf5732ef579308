/** The ticket on paper, as Chromium prints it. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { inflateSync } from "node:zlib";
import { startBoardServer } from "../../../test/harness/board-server.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import type { ScreenServer } from "../../../test/harness/screen-server.ts";
import { someLine, someOrder, someSettings } from "../state/board.fixture.ts";
import { renderTicket } from "./ticket.ts";

let server: ScreenServer;
let browser: TestBrowser;
before(async () => {
  server = await startBoardServer({});
  browser = await startBrowser(server.url);
});
after(async () => {
  await browser.close();
  server.close();
});

const reader = { language: "de", locale: "de-AT" } as const;

/** What each sheet shows first: the texts of a PDF are codes of glyphs, the same text in the same font is the same code. */
function firstTexts(pdf: Buffer): string[] {
  const found: string[] = [];
  for (let at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 1)) {
    const end = pdf.indexOf("endstream", at);
    if (pdf.subarray(at - 3, at).toString() === "end" || end < 0) continue;
    let text = "";
    try {
      text = inflateSync(pdf.subarray(at + 7, end)).toString("latin1");
    } catch {
      // A picture or a font.
    }
    const shown = /(<[0-9a-f]+>|\[[^\]]*\]|\((?:\\.|[^)\\])*\)) T[jJ]/i.exec(text)?.[1];
    if (/\bBT\b/.test(text) && shown !== undefined) found.push(shown);
  }
  return found;
}

for (const [name, size] of [
  ["a sheet of A4", { format: "A4" }],
  ["a roll that is cut", { width: "80mm", height: "200mm" }],
] as const)
  test(`every sheet of a long order begins with its number: ${name} (rules/board 2.6)`, async () => {
    const visit = await browser.newPage();
    const lines = Array.from({ length: 30 }, (_, index) => someLine(1, `Lunch box ${index}`, ["Rare"], "No nuts"));
    const order = someOrder({ display_number: "A-1047", status: "STORE_CANCELLED", printed: 1, line_items: lines });
    const css = await readFile(new URL("./ticket.css", import.meta.url), "utf8");
    for (const each of [order, { ...order, status: "ACCEPTED", printed: 0 } as const]) {
      await visit.page.setContent(`<style>${css}</style>${renderTicket(each, someSettings, reader).text}`);
      const first = firstTexts(await visit.page.pdf(size));
      assert.ok(first.length >= 2, `${first.length} sheets`);
      assert.equal(new Set(first).size, 1, first.join("\n"));
    }
    await visit.finish();
  });
