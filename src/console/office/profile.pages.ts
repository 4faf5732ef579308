/** The page on which a manager writes the texts about the restaurant for guests (rules/console 5). */
import { done, isRefusal } from "../../kernel/refusal.ts";
import { saveLocation } from "../../locations/settings/change-location.command.ts";
import { removePicture, setPicture } from "../../locations/storefront/change-picture.command.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { pictureBytes, readPictureKind } from "../../locations/storefront/pictures.ts";
import { getLocationSettings, listPictures } from "../../locations/grants/read-locations.query.ts";
import { parsePhoto } from "../../menus/photos/parse-photo.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { readDraft } from "../shell/merged-form.ts";
import { saveMerged, type Present } from "../shell/merged-save.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { findWhoSaved } from "../shell/who-saved.query.ts";
import { profileFields, profileInput, profileMistakes } from "./profile-fields.ts";
import { profilePage, sectionsOf, type ShownProfile } from "./profile-page.ts";
import { whereaboutsFields, whereaboutsInput, whereaboutsMistakes } from "./whereabouts-fields.ts";

/** What a form holds beside its file. */
const formBytes = 10_000;

/** The profile of a location. */
export function profilePages(deps: AccountDeps): PageRoute[] {
  const page = locationPage(deps, "profile");
  return ofPeople([
    page.read((visitor) => {
      const { fields, version } = presentOf(visitor.location);
      const draft = { base: fields, version, mine: fields };
      return show(deps, visitor, { draft, done: visitor.call.query.get("done") });
    }),
    page.form("", (visitor) => save(deps, visitor)),
    { ...page.form("picture", (visitor) => keepPicture(deps, visitor)), uploadBytes: pictureBytes + formBytes },
    page.form("remove-picture", (visitor) => dropPicture(deps, visitor)),
  ]);
}

function presentOf(location: LocationSettings): Present {
  const fields = { ...whereaboutsFields(location), ...profileFields(location.profile) };
  return { fields, version: location.version };
}

async function readPresent(db: Db, { location }: LocationVisit): Promise<Present> {
  const found = await getLocationSettings(db, location.id);
  return presentOf(isRefusal(found) ? location : found);
}

async function show(
  { database }: AccountDeps,
  visitor: LocationVisit,
  shown: Omit<ShownProfile, "pictures">,
): Promise<PageAnswer> {
  return profilePage(visitor, { ...shown, pictures: await listPictures(database.read, visitor.location.id) });
}

async function save(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, say, language, location, author, path } = visitor;
  const words = speak(language, "profile");
  const { draft, mistakes: unread } = readDraft(sectionsOf(visitor), call.form, presentOf(location), say);
  const ofAddress = whereaboutsMistakes(draft.mine, words);
  const mistakes = new Map([...ofAddress, ...profileMistakes(draft.mine, words), ...unread]);
  if (mistakes.size > 0) return show(deps, visitor, { draft, mistakes, typed: call.form });
  const saved = await saveMerged(draft, {
    read: () => readPresent(deps.database.read, visitor),
    write: async (fields, expectedVersion) => {
      const input = { ...whereaboutsInput(fields), profile: profileInput(fields, location.profile) };
      const wanted = { input, expectedVersion };
      const written = await deps.database.transaction((tx) => saveLocation(tx, location.id, wanted, author));
      return isRefusal(written) ? written : done;
    },
  });
  if (saved.kind === "unsaved" && saved.refusal.code !== "invalid_request") return redirectTo(path);
  // All else was looked at above: another restaurant has the slug.
  if (saved.kind === "unsaved")
    return show(deps, visitor, { draft: saved.draft, mistakes: new Map([["slug", words("slug.taken")]]) });
  if (saved.kind === "gone") return redirectTo(path);
  if (saved.kind === "clashed") {
    const who = await findWhoSaved(deps.database.read, visitor, { action: "location.updated" });
    return show(deps, visitor, { draft: saved.draft, clashes: saved.clashes, who });
  }
  return redirectTo(`${path}?done=${saved.isMerged ? "merged" : "saved"}`);
}

async function keepPicture(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, author, path } = visitor;
  const kind = readPictureKind(call.form.get("kind") ?? "");
  if (kind === undefined) return redirectTo(path);
  const picture = parsePhoto(call.files.get("picture") ?? new Uint8Array());
  if (isRefusal(picture) || picture.bytes.length > pictureBytes) {
    const { fields, version } = presentOf(location);
    return show(deps, visitor, { draft: { base: fields, version, mine: fields }, pictureMistake: kind });
  }
  await deps.database.transaction((tx) => setPicture(tx, { locationId: location.id, kind }, picture, author));
  return redirectTo(`${path}?done=saved`);
}

async function dropPicture(deps: AccountDeps, { call, location, author, path }: LocationVisit): Promise<PageAnswer> {
  const kind = readPictureKind(call.form.get("kind") ?? "");
  if (kind !== undefined)
    await deps.database.transaction((tx) => removePicture(tx, { locationId: location.id, kind }, author));
  return redirectTo(`${path}?done=saved`);
}
