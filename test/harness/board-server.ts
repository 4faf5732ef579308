/**
 * Serves example boards without a database, for pictures and for measuring how fast a board opens: the shell and the files
 * as the service sends them, and a stream whose heartbeats always say the same time. `?cut` gets no stream, `?lang=` asks for a language.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BoardOrder } from "../../src/console/board/board-wire.schemas.ts";
import { eveningMs, someSnapshot } from "../../src/board/state/board.fixture.ts";
import type { BoardShown } from "../../src/board/state/board-start.ts";
import { codingFor, compress } from "../../src/pages/compress.ts";
import { createScreenFiles } from "../../src/screens/screen-files.cache.ts";
import { guestLanguages } from "../../src/kernel/language.ts";
import { pseudoLanguages } from "../../src/words/pseudo-language.ts";
import type { WordsLanguage } from "../../src/words/speak.ts";
import type { BuiltScreens } from "../../src/screens/screen-sources.ts";
import { renderShell } from "../../src/screens/shell.ts";

export interface BoardServer {
  readonly url: string;
  close(): void;
}

type Boards = Readonly<Record<string, readonly BoardOrder[]>>;

/** Serves each board at `/board/` and its name. */
export async function startBoardServer(boards: Boards): Promise<BoardServer> {
  const built = await createScreenFiles().load();
  const server = createServer((request, response) => void answer(request, response, boards, built));
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  boards: Boards,
  built: BuiltScreens,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const file = built.files.get(pathname.replace("/screens/", ""));
  const board = boards[pathname.replace("/board/", "")];
  if (file !== undefined) {
    await send(request, response, pathname.endsWith(".css") ? "text/css" : "text/javascript", file);
  } else if (board !== undefined) {
    await send(
      request,
      response,
      "text/html; charset=utf-8",
      shellOf(board, languageOf(searchParams.get("lang")), built),
    );
  } else if (pathname.endsWith("/stream") && !(request.headers.referer ?? "").endsWith("?cut")) {
    response.setHeader("content-type", "text/event-stream");
    const beat = (): void => void response.write(`data: {"object":"heartbeat","now_ms":${eveningMs}}\n\n`);
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

function shellOf(orders: readonly BoardOrder[], language: WordsLanguage, built: BuiltScreens): string {
  const shown: BoardShown = {
    snapshot: someSnapshot(orders),
    actor: { person: "Rui", tablet: null, ownAccount: true },
    autoPrint: false,
    signIn: "/sign-in",
  };
  return renderShell(
    {
      kind: "screen",
      screen: "board",
      title: "Orders",
      language,
      locale: language === "en" ? "en-IE" : language,
      words: ["screens", "board", "order"],
      shown,
      manifest: "/app.webmanifest",
      withoutScript: "",
    },
    "/icon.svg",
    built,
  );
}
