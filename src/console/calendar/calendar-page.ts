/** The HTML of the page about closing. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { noticeOf } from "../account/field.ts";
import { drawMergedForm, type MergedForm, type Section } from "../shell/merged-form.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { closingCard, type Closing } from "./closing-part.ts";
import { showInShell } from "../shell/show-in-shell.ts";

export interface FormState extends Omit<MergedForm, "action" | "sections"> {
  readonly problems?: readonly string[];
}

/** What the last save met, in the form that it was of. */
export interface CalendarState {
  readonly closing?: Pick<Closing, "mistakes" | "typed" | "problems">;
  readonly blackouts?: FormState;
  readonly hours?: FormState;
}

export interface Calendar {
  readonly blackouts: FormState & { readonly sections: readonly Section[] };
  readonly hours: FormState & { readonly sections: readonly Section[] };
  /** Coming bookings on closed dates and within blackouts. */
  readonly concerned: number;
  readonly closing: Closing;
  readonly hasConfiguration: boolean;
  readonly done: string | null;
}

/** The whole page. */
export function calendarPage(visitor: LocationVisit, calendar: Calendar): PageAnswer {
  const { say: office, language, path, location } = visitor;
  const say = speak(language, "setup");
  const { blackouts, hours, done, concerned, closing } = calendar;
  const forms: readonly Pick<FormState, "mistakes" | "problems" | "clashes">[] = [closing, blackouts, hours];
  const isWrong = forms.some(({ mistakes, problems }) => (mistakes?.size ?? 0) > 0 || problems !== undefined);
  const isClashing = forms.some(({ clashes }) => clashes !== undefined);
  return showInShell(visitor, {
    status: isWrong ? 422 : isClashing ? 409 : 200,
    main: html`${done === "saved" && noticeOf("good", office("save.done"))}
    ${done === "merged" && noticeOf("good", office("save.merged"))}
    ${concerned > 0 && html`<p class="notice warn">${say("concerned", { count: concerned })}</p>`}
    ${closingCard(visitor, closing)} ${drawForm(visitor, blackouts, `${path}/blackouts`)}
    ${
      calendar.hasConfiguration &&
      html`<section class="card">
        <h2>${say("exceptions")}</h2>
        <p>${say("exceptions.text")}</p>
        <p>
          <a class="button quiet" href="/console/${location.id}/bookings/part/exceptions"
            >${say("exceptions.change")}</a
          >
        </p>
      </section>`
    }
    ${drawForm(visitor, hours, `${path}/hours`)}`,
  });
}

function drawForm({ say: office, language }: LocationVisit, form: Calendar["hours"], action: string): Markup {
  const say = speak(language, "setup");
  const problems = form.problems ?? [];
  return html`${
    problems.length > 0 &&
    html`<div class="notice bad" role="alert" tabindex="-1" data-focus>
      <p>${say("problems")}</p>
      <ul>
        ${problems.map((problem) => html`<li>${problem}</li>`)}
      </ul>
    </div>`
  }
  ${drawMergedForm(office, { ...form, action })}`;
}
