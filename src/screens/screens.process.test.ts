import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { rushHour } from "../../test/harness/example-stands.ts";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";
import { someSnapshot } from "../board/state/board.fixture.ts";
import Fastify from "fastify";
import { guestLanguages } from "../kernel/language.ts";
import type { ShownScreen } from "../pages/page.ts";
import { bundleScreens } from "./bundle-screens.ts";
import { createScreenFiles } from "./screen-files.cache.ts";
import { screensPlugin } from "./screens.plugin.ts";
import { renderPart, renderShell } from "./shell.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));

const shown: ShownScreen = {
  kind: "screen",
  screen: "board",
  title: "Orders",
  language: "en",
  locale: "en-GB",
  words: ["screens", "board", "order"],
  shown: { snapshot: someSnapshot([]) },
  manifest: "/board/x/manifest.json",
  withoutScript: "This page needs JavaScript.",
};

describe("built screens", () => {
  let folder = "";
  let place = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "screens-"));
    place = join(folder, "screens");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("are built when there are none, kept, and built again when a source has changed", async () => {
    const built = await createScreenFiles(place).load();
    const { script } = built.screens.board;
    const text = built.files.get(script) ?? "";
    assert.ok(text.length > 1_000);

    await writeFile(join(place, script), "kept");
    const kept = await createScreenFiles(place).load();
    assert.equal(kept.files.get(script), "kept", "what is kept is read");

    const note = JSON.parse(await readFile(join(place, "built.json"), "utf8")) as { sources: Record<string, string> };
    const [source = ""] = Object.keys(note.sources);
    await writeFile(
      join(place, "built.json"),
      JSON.stringify({ ...note, sources: { ...note.sources, [source]: "old" } }),
    );
    const again = await createScreenFiles(place).load();
    assert.equal(again.files.get(script), text, "a source has changed");
  });

  test("are there for whoever may read the folder beside them", async () => {
    await createScreenFiles(place).load();
    await mkdir(join(folder, "beside"));
    assert.equal((await stat(place)).mode, (await stat(join(folder, "beside"))).mode);
  });

  test("know their sources, and hold no parser of messages and nothing of Node", async () => {
    const { sources, files, screens } = await createScreenFiles(place).load();
    assert.ok(sources.includes("src/board/state/columns.ts"));
    assert.ok(sources.some((source) => source.endsWith("icu-messageformat-parser/no-parser.js")));
    assert.ok(!sources.some((source) => source.endsWith("icu-messageformat-parser/index.js")));
    assert.doesNotMatch(files.get(screens.board.script) ?? "", /node:|Buffer\.from/);
  });

  for (const language of guestLanguages)
    test(`the board in ${language} is under 70 KB compressed, with script, style and words`, async () => {
      const built = await createScreenFiles(place).load();
      const { script, style } = built.screens.board;
      const texts = [
        renderShell({ ...shown, language }, "/icon", built),
        built.files.get(script),
        built.files.get(style),
      ];
      const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text ?? "").length, 0);
      assert.ok(bytes < 70_000, `${bytes} bytes`);
    });
});

test("the host stand in each language is under 110 KB compressed, with script, style and words", async () => {
  const built = await createScreenFiles().load();
  const { script, style } = built.screens.stand;
  const files = [script, style].reduce((sum, name) => sum + brotliCompressSync(built.files.get(name) ?? "").length, 0);
  for (const language of guestLanguages) {
    const stand: ShownScreen = {
      ...shown,
      screen: "stand",
      language,
      words: ["screens", "stand", "asking"],
      shown: { snapshot: rushHour() },
    };
    const bytes = files + brotliCompressSync(renderShell(stand, "/icon", built)).length;
    assert.ok(bytes < 110_000, `${bytes} bytes in ${language}`);
  }
});

test("the editor of the floor plan adds less than 60 KB to its page in each language, with script, style and words", async () => {
  const built = await createScreenFiles().load();
  const { script, style } = built.screens.floor;
  const files = [script, style].reduce((sum, name) => sum + brotliCompressSync(built.files.get(name) ?? "").length, 0);
  for (const language of guestLanguages) {
    const { start } = renderPart({ ...shown, screen: "floor", language, words: ["screens", "floor"] }, built);
    const bytes = files + brotliCompressSync(start.text).length;
    assert.ok(bytes < 60_000, `${bytes} bytes in ${language}`);
  }
});

test("the map of zones in each language is under 120 KB compressed, with script, style and words", async () => {
  const built = await createScreenFiles().load();
  const { script, style } = built.screens.zones;
  const files = [script, style].reduce((sum, name) => sum + brotliCompressSync(built.files.get(name) ?? "").length, 0);
  for (const language of guestLanguages) {
    const { start } = renderPart({ screen: "zones", language, locale: language, words: ["zones"], shown: {} }, built);
    const bytes = files + brotliCompressSync(start.text).length;
    assert.ok(bytes < 110_000, `${bytes} bytes in ${language}, and the page around has 10,000`);
  }
});

test("a build leaves no process behind", async () => {
  await bundleScreens(project);
  await waitUntilTrue(() => {
    const { stdout } = spawnSync("ps", ["-o", "args=", "--ppid", String(process.pid)], { encoding: "utf8" });
    return !stdout.includes("esbuild");
  });
});

test("what loads a screen again comes also where a process of another release is asked, and nobody keeps that (rules/operating 3.3)", async () => {
  const files = createScreenFiles();
  const server = Fastify();
  screensPlugin(files)(server);
  const { again, files: texts } = await files.load();
  const get = async (name: string) => server.inject({ url: `/screens/${name}` });
  const own = await get(again);
  assert.deepEqual([own.statusCode, own.body], [200, texts.get(again)]);
  assert.match(String(own.headers["cache-control"]), /immutable/);
  const other = await get("load-again.screen-AAAAAAAA.js");
  assert.deepEqual([other.statusCode, other.body, other.headers["cache-control"]], [200, own.body, "no-store"]);
  for (const name of ["board.screen-AAAAAAAA.js", "load-again.screen-.js"])
    assert.equal((await get(name)).statusCode, 404, name);
  await server.close();
});

test("every answer of the console says which release of the screens is here, as the document does (rules/board 1.10)", async () => {
  const files = createScreenFiles(await mkdtemp(join(tmpdir(), "screens-")));
  const server = Fastify();
  screensPlugin(files)(server);
  server.get("/console/v1/locations/:locationId/stream", () => "");
  server.get("/console/v1/locations/:locationId/orders", () => "");
  server.get("/v1/locations/x/orders", () => "");
  const named = async (what: string) =>
    (await server.inject({ url: `/console/v1/locations/x/${what}` })).headers["maple-screens"];
  assert.equal(await named("stream"), undefined, "not built yet");
  const built = await files.load();
  const start = /id="start">([^<]*)</.exec(renderShell(shown, "/icon", built))?.[1] ?? "";
  const { release } = JSON.parse(start) as { readonly release: string };
  assert.match(release, /^board=\w{16}$/);
  const all = new RegExp(`^${release}, stand=\\w{16}, floor=\\w{16}, zones=\\w{16}$`);
  for (const what of ["stream", "orders"]) assert.match(String(await named(what)), all);
  assert.equal((await server.inject({ url: "/v1/locations/x/orders" })).headers["maple-screens"], undefined);
  await server.close();
});

describe("the shell", () => {
  test("no text of an order ends the element that holds the orders", async () => {
    const built = await createScreenFiles().load();
    const text = renderShell({ ...shown, shown: { name: "</script><script>alert(1)</script>" } }, "/icon", built);
    assert.equal(text.match(/<\/script>/g)?.length, 3);
    const json = /id="start">([^<]*)</.exec(text)?.[1] ?? "";
    assert.equal((JSON.parse(json) as { shown: { name: string } }).shown.name, "</script><script>alert(1)</script>");
  });

  test("says language and direction, and refuses a screen that is not built", async () => {
    const built = await createScreenFiles().load();
    assert.match(
      renderShell({ ...shown, language: "ar-XB" }, "/icon", built),
      /<html lang="ar-XB" dir="rtl" translate="no">/,
    );
    assert.throws(() => renderShell({ ...shown, screen: "kitchen" }, "/icon", built), /no screen kitchen/);
  });

  test("a part of a page has its files and its start, and no frame of its own", async () => {
    const built = await createScreenFiles().load();
    const { head, start } = renderPart({ ...shown, shown: { name: "</script>" } }, built);
    assert.match(head.text, /^<link rel="stylesheet" href="\/screens\/[^"]+\.css" \/>\s+<script type="module" src=/);
    assert.equal(start.text.match(/<\/script>/g)?.length, 1);
    const json = /id="start">([^<]*)</.exec(start.text)?.[1] ?? "";
    assert.deepEqual(Object.keys(JSON.parse(json) as object), ["language", "locale", "words", "shown", "release"]);
  });
});
