/** Serves example stands without a database: each at `/stand/` and its name. */
import type { StandSnapshot } from "../../src/console/stand/stand-wire.schemas.ts";
import type { ShownScreen } from "../../src/pages/page.ts";
import { eveningMs } from "../../src/stand/state/stand.fixture.ts";
import type { StandShown } from "../../src/stand/state/stand-start.ts";
import type { WordsLanguage } from "../../src/words/speak.ts";
import { localeOf, startScreenServer, type ScreenServer } from "./screen-server.ts";

/** Serves each stand; the clock stands still. */
export function startStandServer(stands: Readonly<Record<string, StandSnapshot>>): Promise<ScreenServer> {
  const screens = Object.entries(stands).map(
    ([name, snapshot]) => [`/stand/${name}`, (language: WordsLanguage) => standOf(snapshot, language)] as const,
  );
  return startScreenServer(Object.fromEntries(screens), eveningMs);
}

function standOf(snapshot: StandSnapshot, language: WordsLanguage): ShownScreen {
  const shown: StandShown = { snapshot, actor: { person: "Rui", tablet: null, ownAccount: true }, signIn: "/sign-in" };
  return {
    kind: "screen",
    screen: "stand",
    title: "Host stand",
    language,
    locale: localeOf(language),
    words: ["screens", "stand", "asking"],
    shown,
    manifest: "/app.webmanifest",
    withoutScript: "",
  };
}
