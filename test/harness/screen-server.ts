/**
 * Serves example screens without a database, for pictures and for measuring how fast a screen opens: the shell and the
 * files as the service sends them, and a stream whose heartbeats always have the same time. `?cut` gives no stream,
 * `?lang=` asks for a language.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { guestLanguages } from "../../src/kernel/language.ts";
import { codingFor, compress } from "../../src/pages/compress.ts";
import type { ShownScreen } from "../../src/pages/page.ts";
import { createScreenFiles } from "../../src/screens/screen-files.cache.ts";
import type { BuiltScreens } from "../../src/screens/screen-sources.ts";
import { renderShell } from "../../src/screens/shell.ts";
import { pseudoLanguages } from "../../src/words/pseudo-language.ts";
import type { WordsLanguage } from "../../src/words/speak.ts";

export interface ScreenServer {
  readonly url: string;
  close(): void;
}

/** What is shown at a path, in a language. */
export type ExampleScreens = Readonly<Record<string, (language: WordsLanguage) => ShownScreen>>;

/** Serves each screen at its path; the stream says that it is `nowMs`. */
export async function startScreenServer(screens: ExampleScreens, nowMs: number): Promise<ScreenServer> {
  const built = await createScreenFiles().load();
  const server = createServer((request, response) => void answer(request, response, { screens, built, nowMs }));
  server.listen(0, "127.0.0.1");
  await new Promise((listens) => server.once("listening", listens));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Served {
  readonly screens: ExampleScreens;
  readonly built: BuiltScreens;
  readonly nowMs: number;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { screens, built, nowMs }: Served,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const file = built.files.get(pathname.replace("/screens/", ""));
  const screen = screens[pathname];
  if (file !== undefined) {
    await send(request, response, pathname.endsWith(".css") ? "text/css" : "text/javascript", file);
  } else if (screen !== undefined) {
    const text = renderShell(screen(languageOf(searchParams.get("lang"))), "/icon.svg", built);
    await send(request, response, "text/html; charset=utf-8", text);
  } else if (pathname.endsWith("/stream") && !(request.headers.referer ?? "").endsWith("?cut")) {
    response.setHeader("content-type", "text/event-stream");
    const beat = (): void => void response.write(`data: {"object":"heartbeat","now_ms":${nowMs}}\n\n`);
    beat();
    const timer = setInterval(beat, 500);
    response.on("close", () => clearInterval(timer));
  } else response.writeHead(500).end("{}");
}

async function send(request: IncomingMessage, response: ServerResponse, type: string, text: string): Promise<void> {
  const accepted = request.headers["accept-encoding"];
  const { coding, bytes } = await compress(Buffer.from(text), codingFor(String(accepted)), "each");
  if (coding !== "identity") response.setHeader("content-encoding", coding);
  response.setHeader("content-type", type).end(bytes);
}

function languageOf(wanted: string | null): WordsLanguage {
  return [...guestLanguages, ...pseudoLanguages].find((known) => known === wanted) ?? "en";
}

/** How figures and times are written in an example. */
export function localeOf(language: WordsLanguage): string {
  return language === "en" ? "en-IE" : language;
}
