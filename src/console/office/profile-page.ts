/** The HTML of the page about the profile of a location. Pure. */
import { guestLanguageOf } from "../../kernel/language.ts";
import {
  pictureBytes,
  picturePath,
  pictureKinds,
  type Picture,
  type PictureKind,
} from "../../locations/storefront/pictures.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { buttonForm, noticeOf } from "../account/field.ts";
import { drawMergedForm, type MergedForm, type Section } from "../shell/merged-form.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import { profileSections } from "./profile-fields.ts";
import { whereaboutsSection } from "./whereabouts-fields.ts";

export interface ShownProfile extends Omit<MergedForm, "action" | "sections"> {
  readonly pictures: readonly Picture[];
  /** The picture that was sent and is none. */
  readonly pictureMistake?: PictureKind;
  /** What the last save did. */
  readonly done?: string | null;
}

/** The whole page. */
export function profilePage(visitor: LocationVisit, shown: ShownProfile): PageAnswer {
  const { say, language, path, location } = visitor;
  const words = speak(language, "profile");
  const isWrong = (shown.mistakes?.size ?? 0) > 0 || shown.pictureMistake !== undefined;
  const isClashing = (shown.clashes?.length ?? 0) > 0;
  return showInShell(visitor, {
    status: isWrong ? 422 : isClashing ? 409 : 200,
    modules: ["shrink-picture"],
    main: html`${shown.done === "saved" && noticeOf("good", say("save.done"))}
      ${shown.done === "merged" && noticeOf("good", say("save.merged"))}
      <p><a href="/r/${location.profile.slug ?? location.id}">${words("see")}</a></p>
      ${drawMergedForm(say, { ...shown, action: path, sections: sectionsOf(visitor) })}
      <section class="card">
        <h2>${words("pictures")}</h2>
        <ul class="rows">
          ${pictureKinds.map((kind) => html`<li>${pictureForms(visitor, shown, kind)}</li>`)}
        </ul>
      </section>`,
  });
}

/** The sections of the form: where the restaurant is, then what is written about it. */
export function sectionsOf({ language, locale, location }: LocationVisit): Section[] {
  const words = speak(language, "profile");
  const own = guestLanguageOf(location.language, location.address.country);
  return [whereaboutsSection(words, locale, location), ...profileSections(words, own)];
}

function pictureForms({ language, path, location }: LocationVisit, shown: ShownProfile, kind: PictureKind): Markup {
  const words = speak(language, "profile");
  const label = words(`picture.${kind}`);
  const picture = shown.pictures.find((one) => one.kind === kind);
  const isWrong = shown.pictureMistake === kind;
  return html`${picture !== undefined && html`<p><img src="${picturePath(location.id, picture)}" alt="${label}" class="kept-picture" /></p>`}
    <form method="post" action="${path}/picture" enctype="multipart/form-data">
      <input type="hidden" name="kind" value="${kind}" />
      <div class="field">
        <label for="picture-${kind}">${label}</label>
        <p class="hint" id="picture-${kind}-hint">${words("picture.hint")}</p>
        <input
          id="picture-${kind}"
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          data-good-bytes="${pictureBytes}"
          data-most-bytes="${pictureBytes}"
          data-too-large="${words("picture.mistake")}"
          required
          aria-describedby="picture-${kind}-hint${isWrong && ` picture-${kind}-mistake`}"
          ${isWrong && html`aria-invalid="true"`}
        />
        ${isWrong && html`<p class="mistake" id="picture-${kind}-mistake" role="alert">${words("picture.mistake")}</p>`}
      </div>
      <button class="quiet">${words("picture.save")}</button>
    </form>
    ${picture !== undefined && buttonForm(`${path}/remove-picture`, words("picture.remove"), "quiet", { kind })}`;
}
