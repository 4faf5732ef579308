/** The differences between two menus in words: for a version, and for a document before it is published. Pure. */
import type { Id } from "../../kernel/id.ts";
import type { MenuVersion } from "../../menus/publish/menu-versions.sql.ts";
import type { MenuChange, MenuChanges } from "../../menus/read/menu-sync.ts";
import { html, type Markup } from "../../pages/html.ts";
import { dateAndTime } from "./menu-page.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { card, noticeOf } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";

type Say = ReturnType<typeof speak<"menu">>;

const changesShown = 200;

/** What a kept version would change, or what the live one changed; and the way to make it live. */
export function versionPage(
  visitor: LocationVisit,
  { version, changes }: { readonly version: MenuVersion; readonly changes: MenuChanges },
): PageAnswer {
  const { path, location, locale, language } = visitor;
  const say = speak(language, "menu", locale);
  const zone = location.timezone ?? "UTC";
  const time = dateAndTime(version.published_at, zone, locale);
  const mayRestore = !version.live && location.connected_app_id === null;
  return showInShell(visitor, {
    main: html`${backLink(say, path)}
    ${card(
      say(version.live ? "diff.live" : "diff.would"),
      html`<p>${time} ${version.live && html`<span class="badge good">${say("versions.live")}</span>`}</p>
        ${listChanges(say, changes)}
        ${
          mayRestore &&
          html`<p class="hint">${say("restore.text")}</p>
            <form method="post" action="${path}/restore">
              <input type="hidden" name="version" value="${version.id}" />
              <button type="submit">${say("restore.submit")}</button>
            </form>`
        }`,
    )}`,
  });
}

interface TriedDocument {
  readonly changes: MenuChanges | null;
  readonly document: string;
  /** The version that the changes are to. */
  readonly against: Id<"mnv"> | null;
  /** Another version went live since the changes were shown first. */
  readonly isStale: boolean;
}

/** What a document would change, with the document to publish it by. */
export function changesPage(
  visitor: LocationVisit,
  { changes, document, against, isStale }: TriedDocument,
): PageAnswer {
  const { path, language, locale } = visitor;
  const say = speak(language, "menu", locale);
  const isSame = changes === null || changes.created + changes.updated + changes.removed === 0;
  const isLive = isSame && (changes?.detail ?? []).length === 0;
  // Whoever published, lost the answer and publishes again reads that the menu is live, and not that another one is.
  const isChanged = isStale && !isLive;
  return showInShell(visitor, {
    status: isChanged ? 409 : 200,
    main: html`${backLink(say, path)} ${isChanged && noticeOf("bad", say("upload.changed"))}
    ${
      isLive
        ? noticeOf("good", say("upload.same"))
        : card(
            say("diff.would"),
            html`${changes !== null && listChanges(say, changes)}
              <form method="post" action="${path}/publish" enctype="multipart/form-data" data-in-place>
                <input type="hidden" name="against" value="${against ?? ""}" />
                <textarea name="document" hidden>${document}</textarea>
                <button type="submit">${say("upload.publish")}</button>
              </form>`,
          )
    }`,
  });
}

export function backLink(say: Say, path: string): Markup {
  return html`<p><a href="${path}">${say("back")}</a></p>`;
}

function listChanges(say: Say, { detail = [] }: MenuChanges): Markup {
  if (detail.length === 0) return html`<p>${say("diff.same")}</p>`;
  const hidden = detail.length - changesShown;
  return html`<ul class="menu-rows">
      ${detail.slice(0, changesShown).map((change) => changeRow(say, change))}
    </ul>
    ${hidden > 0 && html`<p>${say("diff.more", { count: hidden })}</p>`}`;
}

function changeRow(say: Say, { kind, name, external_id: externalId, change, fields }: MenuChange): Markup {
  const words = [...new Set(fields.map((field) => say(`field.${fieldWord(field)}`)))];
  return html`<li>
    <p>
      <span class="badge">${say(`diff.${change}`)}</span>
      <b><bdi>${name ?? externalId ?? ""}</bdi></b> ·
      ${say(`kind.${kindWord(kind)}`)}${words.length > 0 && html`: ${words.join(", ")}`}
    </p>
  </li>`;
}

const kinds = ["category", "item", "variation", "modifier_group", "modifier_option", "catalog"] as const;

function kindWord(kind: string): (typeof kinds)[number] | "other" {
  return kinds.find((known) => known === kind) ?? "other";
}

const fieldWords = {
  name: "name",
  price: "price",
  description: "description",
  imageUrl: "picture",
  categories: "order",
  items: "order",
  variations: "order",
  options: "order",
  modifierGroups: "order",
  availability: "hours",
} as const;

function fieldWord(field: string): (typeof fieldWords)[keyof typeof fieldWords] | "other" {
  return field in fieldWords ? fieldWords[field as keyof typeof fieldWords] : "other";
}
