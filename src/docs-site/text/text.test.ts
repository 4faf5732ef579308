import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { html } from "../../pages/html.ts";
import type { Highlight } from "./page-parts.ts";
import { anchorOf, plainWords, renderMarkdown, summaryOf, titleOf, withLinks } from "./site-markdown.ts";
import { readChart, rowsOf } from "./state-layout.ts";

const plain: Highlight = (code) => html`${code}`;
const addresses = {
  link: (href: string) => (href === "orders.md" ? "/docs/orders" : href.startsWith("http") ? href : null),
  picture: (src: string) => (src === "a.png" ? { src: "/docs/images/a.png", width: 20, height: 10 } : null),
};
const render = (text: string): string => renderMarkdown(text, addresses, plain).main.text;

describe("a guide as HTML", () => {
  test("raw HTML is shown as text, comments are left out, and a script never becomes one", () => {
    const text = render('<!-- states: order -->\n<script>alert("x")</script>\n\n<b onclick="x">bold</b> `<i>`');
    assert.equal(/<script|<b |<i>|states: order/.test(text), false);
    assert.match(text, /&lt;script&gt;/);
    assert.equal(/href="javascript/i.test(render("[x](javascript:alert(1))")), false);
  });

  test("links lead to pages; one without a page is plain text; a picture that is not there is left out", () => {
    const text = render("[a](orders.md), [b](architecture.md), ![c](a.png), ![d](b.png)");
    assert.match(text, /<a href="\/docs\/orders">a<\/a>, <span>b<\/span>/);
    assert.match(text, /<img\s+src="\/docs\/images\/a\.png"\s+width="20"\s+height="10"\s+alt="c"/);
    assert.equal(text.includes("b.png"), false);
  });

  test("an address of this site leads there, but not inside of a link and not with names of parts", () => {
    assert.match(
      render("at `/docs/api/orders`"),
      /<a href="\/docs\/api\/orders"><code>\/docs\/api\/orders<\/code><\/a>/,
    );
    assert.equal(render("[`/docs/api`](orders.md)").match(/<a /g)?.length, 1);
    assert.equal(/<a /.test(render("`/docs/api/{operationId}`, `/v1/orders`")), false);
  });

  test("headings have the anchors that GitHub gives them, a repeated one a number", () => {
    assert.equal(anchorOf("12.4 What breaks"), "124-what-breaks");
    assert.equal(anchorOf("Booking channels: `/reserve/v3`".replaceAll("`", "")), "booking-channels-reservev3");
    const { headings } = renderMarkdown("# Title\n\n## Same\n\n### In\n\n## Same\n", addresses, plain);
    assert.deepEqual(
      headings.map(({ level, id }) => [level, id]),
      [
        [2, "same"],
        [3, "in"],
        [2, "same-1"],
      ],
    );
  });

  test("a head without words heads nothing, code scrolls by the keyboard", () => {
    assert.match(render("| | x |\n|---|---|\n| a | b |\n"), /<td>\s*<\/td>\s*<th scope="col">\s*x<\/th>/);
    assert.match(
      render("```sh\ncurl <x>\n```\n"),
      /<pre tabindex="0" translate="no"><code>curl &lt;x&gt;<\/code><\/pre>/,
    );
  });

  test("title, first paragraph, words, and links led elsewhere", () => {
    const text = "# The `title`\n\nFirst **line**\nsecond.\n\n```sh\nhidden\n```\n";
    assert.equal(titleOf(text), "The title");
    assert.equal(summaryOf(text), "First line second.");
    assert.equal(plainWords(text).includes("hidden"), false);
    assert.equal(
      withLinks("[a](b) [c](d", (href) => `/${href}`),
      "[a](/b) [c](d",
    );
  });
});

describe("a drawn transition table", () => {
  const chart = `stateDiagram-v2
    [*] --> open
    open --> closing: time (over)
    open --> paid: diner
    closing --> paid: diner
    closing --> open: undo
    paid --> [*]`;

  test("moves go from row to row; what leads back does not count; what ends stands last", () => {
    const read = readChart(chart);
    assert.deepEqual([...read.beginnings, ...read.ends], ["open", "paid"]);
    assert.equal(read.moves.length, 4);
    assert.deepEqual(rowsOf(read), [["open"], ["closing"], ["paid"]]);
  });

  test("every state is drawn once, every move is said in words, and the tips of two diagrams have names of their own", () => {
    const text = render(`\`\`\`mermaid\n${chart}\n\`\`\`\n\n\`\`\`mermaid\n${chart}\n\`\`\`\n`);
    assert.equal([...text.matchAll(/<rect /g)].length, 6);
    assert.match(text, /<code>open<\/code> → <code>closing<\/code>: time \(over\)/);
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.match(text, /aria-label="3 states: open, closing, paid\. Last: paid\."/);
  });
});
