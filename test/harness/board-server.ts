/** Serves example boards without a database: each at `/board/` and its name. */
import type { BoardOrder } from "../../src/console/board/board-wire.schemas.ts";
import { eveningMs, someSnapshot } from "../../src/board/state/board.fixture.ts";
import type { BoardShown } from "../../src/board/state/board-start.ts";
import type { ShownScreen } from "../../src/pages/page.ts";
import type { WordsLanguage } from "../../src/words/speak.ts";
import { localeOf, startScreenServer, type ScreenServer } from "./screen-server.ts";

/** Serves each board; the clock stands still. */
export function startBoardServer(boards: Readonly<Record<string, readonly BoardOrder[]>>): Promise<ScreenServer> {
  const screens = Object.entries(boards).map(
    ([name, orders]) => [`/board/${name}`, (language: WordsLanguage) => boardOf(orders, language)] as const,
  );
  return startScreenServer(Object.fromEntries(screens), eveningMs);
}

function boardOf(orders: readonly BoardOrder[], language: WordsLanguage): ShownScreen {
  const shown: BoardShown = {
    snapshot: someSnapshot(orders),
    actor: { person: "Rui", tablet: null, ownAccount: true },
    autoPrint: false,
    signIn: "/sign-in",
  };
  return {
    kind: "screen",
    screen: "board",
    title: "Orders",
    language,
    locale: localeOf(language),
    words: ["screens", "board", "order"],
    shown,
    manifest: "/app.webmanifest",
    withoutScript: "",
  };
}
