/** Finds the reader of a location's screen, or the page that says why they may not open it. */
import { parseId, type Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { messagePage, type PageAnswer, type PageCall } from "../../pages/page.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { DeviceScreen } from "../../platform/http/console/console-caller.ts";
import { speak } from "../../words/speak.ts";
import { toSignIn, visit, type AccountDeps } from "../account/visit.query.ts";
import { requireScreen } from "./screen-access.ts";

export interface ScreenReader {
  readonly locationId: Id<"str">;
  /** The person, and the shared tablet that the screen is open on. */
  readonly actor: { readonly person: string | null; readonly tablet: string | null; readonly ownAccount: boolean };
  /** Whether the shared tablet is set to print by itself. */
  readonly autoPrint: boolean;
  readonly language: GuestLanguage;
  /** Language and country. */
  readonly locale: string;
  /** Where one signs in again, and comes back from. */
  readonly signIn: string;
}

/** Who reads a screen; strangers are led to the sign-in, and a location of others is a page not found. */
export async function findReader(
  deps: AccountDeps,
  call: PageCall<"locationId">,
  screen: DeviceScreen,
): Promise<ScreenReader | PageAnswer> {
  const { caller, language } = await visit(deps, call);
  const parsed = parseId("str", call.params.locationId);
  if (parsed.kind !== "ok") return screenNotFound(language, screen);
  const locationId = parsed.id;
  const { person, device, session } = caller;
  const signIn = toSignIn(`/${screen}/${locationId}`);
  if (person === null && device === null) return signIn;
  const locale = await localeAt(deps.database.read, locationId, language);
  if (isRefusal(requireScreen(caller, locationId, screen)) || locale === undefined)
    return screenNotFound(language, screen);
  return {
    locationId,
    actor: {
      person: person?.name ?? null,
      tablet: device?.name ?? null,
      ownAccount: session !== null && session.method !== "pin",
    },
    autoPrint: device?.autoPrint === true,
    language,
    locale,
    signIn: signIn.to,
  };
}

/** The language with the country of the location; undefined where there is no such location. */
async function localeAt(db: Db, locationId: Id<"str">, language: GuestLanguage): Promise<string | undefined> {
  const location = await getLocationSettings(db, locationId);
  if (isRefusal(location)) return undefined;
  const { country } = location.address;
  return country === null ? language : `${language}-${country}`;
}

/** The page of a screen that is not there, or not open to the reader. */
export function screenNotFound(language: GuestLanguage, screen: DeviceScreen): PageAnswer {
  const { title, text, label } = goneWords(language, screen);
  return messagePage(404, title, text, { next: { href: "/", label }, language });
}

interface GoneWords {
  readonly title: string;
  readonly text: string;
  readonly label: string;
}

function goneWords(language: GuestLanguage, screen: DeviceScreen): GoneWords {
  if (screen === "board") {
    const say = speak(language, "board");
    return { title: say("gone.title"), text: say("gone.text"), label: say("gone.next") };
  }
  const say = speak(language, "stand");
  return { title: say("gone.title"), text: say("gone.text"), label: say("gone.next") };
}
