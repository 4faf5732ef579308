/** The page on which a manager changes one part of the live menu, where no app keeps the menu. Pure. */
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import type { MenuIssue } from "../../menus/document/menu-issues.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { buttonForm, noticeOf } from "../account/field.ts";
import { backLink } from "../menu/menu-changes-page.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { drawMergedForm, sentIn, type MergedForm } from "../shell/merged-form.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import type { CardPart } from "./card-part.ts";

export interface ShownPart extends Omit<MergedForm, "action" | "sections"> {
  /** The menu that is live. */
  readonly document: MenuDocument;
  /** Why the menu is none with the change. */
  readonly issues?: readonly MenuIssue[];
  /** Somebody wanted to take the part away, and something is in the way. */
  readonly isInTheWay?: true;
}

const issuesShown = 5;

/** The whole page. */
export function partPage(
  visitor: LocationVisit,
  part: CardPart,
  { document, issues = [], isInTheWay, ...shown }: ShownPart,
): PageAnswer {
  const { path, language, locale } = visitor;
  const say = speak(language, "menu", locale);
  const isWrong = (shown.mistakes?.size ?? 0) > 0 || issues.length > 0 || isInTheWay === true;
  const isClashing = (shown.clashes?.length ?? 0) > 0;
  const sections = part.sections(document, sentIn(shown.draft));
  return showInShell(visitor, {
    heading: part.isNew ? say(`${part.kind}.add`) : part.read(document)?.["name"]?.toString(),
    status: isWrong ? 422 : isClashing ? 409 : 200,
    main: html`${backLink(say, path)} ${isInTheWay === true && noticeOf("bad", part.farewell(document).text)}
    ${issues.length > 0 && html`${noticeOf("bad", say("dish.refused"))}${listIssues(issues)}`}
    ${drawMergedForm(visitor.say, { ...shown, action: part.action, sections })}
    ${!part.isNew && farewellCard(visitor, part, document)}`,
  });
}

function farewellCard({ path, language, locale }: LocationVisit, part: CardPart, document: MenuDocument): Markup {
  const say = speak(language, "menu", locale);
  const title = say(`${part.kind}.remove`);
  const { text, isBlocked } = part.farewell(document);
  return html`<details class="card">
    <summary>${title}</summary>
    <p>${text}</p>
    ${!isBlocked && buttonForm(`${path}/remove-${part.kind}`, title, "danger", { id: part.id })}
  </details>`;
}

function listIssues(issues: readonly MenuIssue[]): Markup {
  return html`<ul>
    ${issues.slice(0, issuesShown).map(({ path, message }) => html`<li><code>${path}</code> ${message}</li>`)}
  </ul>`;
}
