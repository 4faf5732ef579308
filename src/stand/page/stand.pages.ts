/**
 * The stand's first document. It is for hosts and managers of the location, and for a shared device with the stand as its
 * screen. Others are sent to the sign-in; for a location of others the page is not found.
 */
import type { AccountDeps } from "../../console/account/visit.query.ts";
import { findReader, screenNotFound } from "../../console/screen/find-reader.query.ts";
import { readStand } from "../../console/stand/read-stand.query.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getPage, ofPeople, type PageRoute } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import type { StandShown } from "../state/stand-start.ts";

/** The pages of the stand of one service. */
export function standPages(deps: AccountDeps): PageRoute[] {
  return ofPeople([
    getPage("/stand/{locationId}", async (call) => {
      const reader = await findReader(deps, call, "stand");
      if ("kind" in reader) return reader;
      const { locationId, actor, language, locale, signIn } = reader;
      const snapshot = await readStand((read) => deps.database.snapshot(read), locationId);
      if (isRefusal(snapshot)) return screenNotFound(language, "stand");
      const shown: StandShown = { snapshot, actor, signIn };
      const say = speak(language, "stand", locale);
      return {
        kind: "screen",
        screen: "stand",
        title: say("title"),
        language,
        locale,
        words: ["screens", "stand", "asking"],
        shown,
        manifest: `/stand/${locationId}/app.webmanifest`,
        withoutScript: say("needs_script"),
      };
    }),
  ]);
}
