/** The page on which a manager changes one dish of the live menu, where no app keeps the menu. Pure. */
import type { MenuIssue } from "../../menus/document/menu-issues.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { buttonForm, noticeOf } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { drawMergedForm, sentIn, type MergedForm } from "../shell/merged-form.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import { dishSections, type FormDish } from "./dish-fields.ts";
import { markNamer } from "./dish-marks.ts";
import { dishPath } from "../menu/dish-paths.ts";
import { backLink } from "../menu/menu-changes-page.ts";

export interface ShownDish extends Omit<MergedForm, "action" | "sections"> {
  readonly form: FormDish;
  /** The section that a new dish was begun in; null: the dish is on the menu. */
  readonly newIn: string | null;
  /** Why the menu is none with the change. */
  readonly issues?: readonly MenuIssue[];
}

const issuesShown = 5;

/** The whole page. */
export function dishPage(visitor: LocationVisit, { form, newIn, issues = [], ...shown }: ShownDish): PageAnswer {
  const { path, language, locale } = visitor;
  const say = speak(language, "menu", locale);
  const isWrong = (shown.mistakes?.size ?? 0) > 0 || issues.length > 0;
  const isClashing = (shown.clashes?.length ?? 0) > 0;
  const sections = dishSections(say, form, sentIn(shown.draft), markNamer(language));
  return showInShell(visitor, {
    status: isWrong ? 422 : isClashing ? 409 : 200,
    main: html`${backLink(say, path)}
    ${issues.length > 0 && html`${noticeOf("bad", say("dish.refused"))}${listIssues(issues)}`}
    ${drawMergedForm(visitor.say, { ...shown, action: dishPath(path, form.dishId, newIn), sections })}
    ${
      newIn === null &&
      html`<details class="card">
        <summary>${say("dish.remove")}</summary>
        <p>${say("dish.remove_text")}</p>
        ${buttonForm(`${path}/remove-dish`, say("dish.remove"), "danger", { dish: form.dishId })}
      </details>`
    }`,
  });
}

function listIssues(issues: readonly MenuIssue[]): Markup {
  return html`<ul>
    ${issues.slice(0, issuesShown).map(({ path, message }) => html`<li><code>${path}</code> ${message}</li>`)}
  </ul>`;
}
