/** The data of a guest: a copy, and the erasure. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { freshNotice, hiddenFields, problemNotice } from "../shell/operator-forms.ts";
import { operatorPage } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";
import type { Erased } from "./answer-guest.command.ts";

export interface GuestsShown {
  readonly typed: { readonly phone: string; readonly email: string };
  readonly problem?: string;
  /** What an erasure would reach; it is asked before it is done. */
  readonly toErase?: Erased;
  /** What an erasure has reached. */
  readonly erased?: Erased;
}

const path = "/operator/guests";

export function guestsPage(at: OperatorVisit, shown: GuestsShown): PageAnswer {
  const { typed, problem, toErase, erased } = shown;
  return operatorPage(at, {
    title: "Guests’ data",
    status: problem === undefined ? 200 : 422,
    main: html`${problemNotice(problem)}${freshNotice(at, path)}
      ${
        erased !== undefined &&
        html`<p class="notice good" role="status">
          Erased: ${countsOf(erased)}. They stay, without a name. Messages, notes, requests and kept answers name the
          guest no more.
        </p>`
      }
      <p>
        A guest may ask for a copy of what is kept about them, or to be erased. They are found by the phone number or
        the e-mail address; either is enough. Be sure that the one who asks is the one whose number or address it is.
      </p>
      ${at.mayAct ? (toErase === undefined ? askForm(typed) : sureForm(typed, toErase)) : html`<p>This needs the role operator_admin.</p>`}`,
  });
}

function countsOf({ bookings, entries }: Erased): string {
  return `${bookings} ${bookings === 1 ? "booking" : "bookings"} and ${entries} ${entries === 1 ? "place" : "places"} in line`;
}

function askForm({ phone, email }: GuestsShown["typed"]): Markup {
  return html`<section class="card">
    <form method="post" action="${path}/erase">
      <div class="pair operator-pair">
        <div class="field">
          <label for="phone">Phone number, with its country code</label>
          <input id="phone" name="phone" type="tel" value="${phone}" maxlength="50" autocomplete="off" />
        </div>
        <div class="field">
          <label for="email">E-mail address</label>
          <input id="email" name="email" type="email" value="${email}" maxlength="254" autocomplete="off" />
        </div>
      </div>
      <div class="row">
        <button class="quiet" type="submit" formaction="${path}/copy">Save a copy as a file</button>
        <button class="danger" type="submit">Erase …</button>
      </div>
    </form>
  </section>`;
}

function sureForm(typed: GuestsShown["typed"], toErase: Erased): Markup {
  return html`<section class="card">
    <h2>Erase this guest?</h2>
    <p>
      <b><bdi>${[typed.phone, typed.email].filter((text) => text !== "").join(", ")}</bdi></b
      >: ${countsOf(toErase)} would lose the name, phone, e-mail and notes. Messages, notes of hosts, requests for
      groups and alerts are deleted. This cannot be undone.
    </p>
    <div class="row">
      <form method="post" action="${path}/erase">
        ${hiddenFields({ ...typed, sure: "yes" })}
        <button class="danger" type="submit">Erase for good</button>
      </form>
      <a class="button quiet" href="${path}">Keep</a>
    </div>
  </section>`;
}
