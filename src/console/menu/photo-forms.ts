/** The forms for the photo of a dish. Pure. */
import { listedBytes, photoBytes } from "../../menus/photos/parse-photo.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { StockRow } from "../../stock/stock.sql.ts";
import type { speak } from "../../words/speak.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";

type Say = ReturnType<typeof speak<"menu">>;

/** The photos of a menu, and what was wrong with the last one. */
export interface ShownPhotos {
  /** Addresses by item. */
  readonly photos: ReadonlyMap<string, string>;
  readonly photoMistake?: { readonly itemId: string; readonly text: string };
  readonly search: string;
}

/** The form for a photo, and one to remove the photo that is there. */
export function photoForms(say: Say, { path }: LocationVisit, menu: ShownPhotos, { id, name }: StockRow): Markup {
  const mistake = menu.photoMistake?.itemId === id ? menu.photoMistake.text : undefined;
  return html`<details ${mistake !== undefined && html`open`}>
    <summary>${say("photo.summary")}<span class="unseen">: ${name}</span></summary>
    <form method="post" action="${path}/photo" enctype="multipart/form-data">
      <input type="hidden" name="item" value="${id}" />
      <input type="hidden" name="q" value="${menu.search}" />
      <div class="field">
        <label for="photo-${id}">${say("photo.label", { name })}</label>
        <p class="hint" id="photo-hint-${id}">${say("photo.hint")}</p>
        <input
          id="photo-${id}"
          name="photo"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          data-good-bytes="${listedBytes}"
          data-most-bytes="${photoBytes}"
          data-too-large="${say("photo.unfit")}"
          aria-describedby="photo-hint-${id}${mistake !== undefined && html` photo-mistake-${id}`}"
          ${mistake !== undefined && html`aria-invalid="true"`}
          required
        />
        ${mistake !== undefined && html`<p class="mistake" id="photo-mistake-${id}">${mistake}</p>`}
      </div>
      <button type="submit">${say("photo.save")}</button>
    </form>
    ${
      menu.photos.has(id) &&
      html`<form method="post" action="${path}/remove-photo">
        <input type="hidden" name="item" value="${id}" />
        <input type="hidden" name="q" value="${menu.search}" />
        <button class="quiet" type="submit">${say("photo.remove")}</button>
      </form>`
    }
  </details>`;
}
