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
import { releaseHeader } from "../../src/screens/release.ts";
import { createScreenFiles } from "../../src/screens/screen-files.cache.ts";
import type { BuiltScreens } from "../../src/screens/screen-sources.ts";
import { renderShell } from "../../src/screens/shell.ts";
import { pseudoLanguages } from "../../src/words/pseudo-language.ts";
import type { WordsLanguage } from "../../src/words/speak.ts";

export interface ScreenServer {
  readonly url: string;
  /** Ends every stream; those that follow are answered by this release of the screens. */
  answerAs(release: string): void;
  close(): void;
}

/** What is shown at a path, in a language. */
export type ExampleScreens = Readonly<Record<string, (language: WordsLanguage) => ShownScreen>>;

/** Serves each screen at its path; the stream says that it is `nowMs`. */
export async function startScreenServer(screens: ExampleScreens, nowMs: number): Promise<ScreenServer> {
  const built = await createScreenFiles().load();
  const served: Served = { screens, built, nowMs, streams: new Set(), release: undefined };
  const server = createServer((request, response) => void answer(request, response, served));
  server.listen(0, "127.0.0.1");
  await new Promise((listens) => server.once("listening", listens));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerAs(release) {
      served.release = release;
      for (const stream of served.streams) stream.end();
    },
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
  readonly streams: Set<ServerResponse>;
  release: string | undefined;
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const { screens, built, nowMs, streams, release } = served;
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
    if (release !== undefined) response.setHeader(releaseHeader, release);
    streams.add(response);
    const beat = (): void => void response.write(`data: {"object":"heartbeat","now_ms":${nowMs}}\n\n`);
    beat();
    const timer = setInterval(beat, 500);
    response.on("close", () => {
      clearInterval(timer);
      streams.delete(response);
    });
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
