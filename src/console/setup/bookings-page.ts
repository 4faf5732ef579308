/** The HTML of the pages about taking bookings. Pure. */
import type { BookingSetup } from "../../bookings/setup/read-setup.query.ts";
import type { BookingConfiguration } from "../../bookings/venue/configuration.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { buttonForm, card, noticeOf } from "../account/field.ts";
import { drawMergedForm, sentIn, type MergedForm } from "../shell/merged-form.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import type { FoundPart } from "./find-part.ts";
import type { SetupWords } from "./setup-part.ts";
import { daysInWords } from "./week-days.ts";

export interface SetupNews {
  readonly done: string | null;
  /** Coming bookings whose table is no longer there. */
  readonly stranded: number;
}

/** The overview: the switch, and every part with a way to change it. */
export function bookingsPage(visitor: LocationVisit, setup: BookingSetup, news: SetupNews): PageAnswer {
  const say = speak(visitor.language, "setup");
  const { configuration, location } = setup;
  return showInShell(visitor, {
    main: html`${newsOf(visitor, say, news)} ${switchCard(say, visitor, location.bookings_enabled)}
    ${location.booking_mode === "provider" && html`<p class="notice">${say("provider")}</p>`}
    ${
      configuration === null
        ? card(
            say("start.title"),
            html`<p>${say("start.text")}</p>
              ${buttonForm(`${visitor.path}/start`, say("start.button"), "quiet")}`,
          )
        : parts(say, visitor, configuration)
    }`,
  });
}

function newsOf({ say: office }: LocationVisit, say: SetupWords, { done, stranded }: SetupNews): Markup {
  return html`${done === "saved" && noticeOf("good", office("save.done"))}
  ${done === "merged" && noticeOf("good", office("save.merged"))} ${done === "gone" && noticeOf("bad", say("gone"))}
  ${Number.isSafeInteger(stranded) && stranded > 0 && html`<p class="notice warn">${say("stranded", { count: stranded })}</p>`}`;
}

function switchCard(say: SetupWords, { path }: LocationVisit, isOn: boolean): Markup {
  return card(
    say("switch"),
    html`<p class="notice ${isOn ? "good" : "warn"}">${say(isOn ? "switch.on" : "switch.off")}</p>
      ${buttonForm(`${path}/switch`, say(isOn ? "switch.stop" : "switch.start"), isOn ? "danger" : "quiet", { enabled: isOn ? "" : "1" })}`,
  );
}

function parts(say: SetupWords, visitor: LocationVisit, configuration: BookingConfiguration): Markup {
  const { path, language } = visitor;
  const link = (kind: string, id: string | null): string =>
    `${path}/part/${kind}${id === null ? "" : `?id=${encodeURIComponent(id)}`}`;
  const { services, areas, experiences, payments, durations, partySize } = configuration;
  return html`${card(
    say("rules"),
    html`<p>${say("rules.summary", { min: String(partySize.min), max: String(partySize.max) })}</p>
      <p class="row">
        <a href="${link("rules", null)}">${say("change.rules")}</a>
        <a href="${link("turns", null)}">${say("change.turns")} (${durations.length})</a>
      </p>`,
  )}
  ${card(
    say("services"),
    html`<ul class="rows">
        ${services.map(
          (one) =>
            html`<li>
              <p>
                <a href="${link("service", one.serviceId)}"><bdi>${one.name}</bdi></a> · ${one.opens}–${one.closes} ·
                ${daysInWords(language, one.days)}
              </p>
            </li>`,
        )}
      </ul>
      <p><a class="button quiet" href="${link("service", null)}">${say("service.new")}</a></p>`,
  )}
  ${card(
    say("areas"),
    html`<ul class="rows">
        ${areas.map(
          (one) =>
            html`<li>
              <p>
                <a href="${link("area", one.areaId)}"><bdi>${one.name}</bdi></a> ·
                ${say("area.tables", { count: one.units.length })}
              </p>
            </li>`,
        )}
      </ul>
      <p><a class="button quiet" href="${link("area", null)}">${say("area.new")}</a></p>`,
  )}
  ${card(
    say("experiences"),
    html`<ul class="rows">
        ${experiences.map(
          (one) =>
            html`<li>
              <p>
                <a href="${link("experience", one.experienceId)}"><bdi>${one.name}</bdi></a>
              </p>
            </li>`,
        )}
      </ul>
      <p><a class="button quiet" href="${link("experience", null)}">${say("experience.new")}</a></p>`,
  )}
  ${card(
    say("payments"),
    html`<p>${say("payments.text")}</p>
      <ul class="rows">
        ${payments.map(
          ({ paymentId, kind, per, amount: { amount, currency } }) =>
            html`<li>
              <p>
                <a href="${link("payment", paymentId)}">${say(`payment.${kind}`)}</a> ·
                ${formatMoney(amount, currency, language)} · ${say(`payment.${per}`)}
              </p>
            </li>`,
        )}
      </ul>
      <p><a class="button quiet" href="${link("payment", null)}">${say("payment.new")}</a></p>`,
  )}`;
}

/** What the last save of a part met. */
export interface PartState extends Partial<Pick<MergedForm, "draft" | "mistakes" | "typed" | "clashes" | "who">> {
  readonly problems?: readonly string[];
}

/** The form of one part. */
export function partPage(visitor: LocationVisit, found: FoundPart, state: PartState = {}): PageAnswer {
  const { say: office, path, call, language } = visitor;
  const say = speak(language, "setup");
  const { part, configuration, kind, id, revision } = found;
  const fields = part.read(configuration) ?? {};
  const draft = state.draft ?? { base: fields, version: revision, mine: fields };
  const query = id === null ? "" : `?id=${encodeURIComponent(id)}`;
  const problems = state.problems ?? [];
  const isWrong = problems.length > 0 || (state.mistakes?.size ?? 0) > 0;
  const isClashing = (state.clashes?.length ?? 0) > 0;
  const sections = part.sections(configuration, sentIn(draft));
  return showInShell(visitor, {
    heading: part.title,
    status: isWrong ? 422 : isClashing ? 409 : 200,
    main: html`<p><a href="${path}">${say("back")}</a></p>
      ${call.query.get("done") === "stale" && noticeOf("bad", say("stale"))}
      ${
        problems.length > 0 &&
        html`<div class="notice bad" role="alert" tabindex="-1" data-focus>
          <p>${say("problems")}</p>
          <ul>
            ${problems.map((problem) => html`<li>${problem}</li>`)}
          </ul>
        </div>`
      }
      ${drawMergedForm(office, { ...state, draft, action: `${path}/part/${kind}${query}`, sections })}
      ${
        part.remove !== undefined &&
        buttonForm(`${path}/remove/${kind}${query}`, say("remove"), "danger", { version: String(revision) })
      }`,
  });
}
