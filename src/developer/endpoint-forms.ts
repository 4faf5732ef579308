/** The forms of endpoints: a new one, and what a developer changes of one. Pure. */
import { html, type Markup } from "../pages/html.ts";
import type { Endpoint } from "../webhooks/delivery/endpoint.ts";
import { eventTypeDescriptions } from "../webhooks/subscriptions/event-types.ts";
import { longestNotificationUrl } from "../webhooks/subscriptions/notification-url.ts";
import { actButton } from "./developer-page.ts";
import type { DeveloperVisit } from "./developer-visit.query.ts";

/** An address may be typed longer than one may be: what is cut to the length that is allowed is another address. */
export const longestTyped = 2 * longestNotificationUrl;

/** What was typed into a form of an endpoint and could not be saved. */
export interface TypedEndpoint {
  /** Null: of a new endpoint. */
  readonly id: string | null;
  readonly url: string;
  readonly types: readonly string[];
  readonly mistake: EndpointMistake;
}

/** What is wrong, and where it is told: at the address, at the types, or over the whole form. */
export interface EndpointMistake {
  readonly at: "url" | "types" | "form";
  readonly text: string;
}

/** Who subscribes to the question of validation is asked before each order, and orders wait for the answer: nobody does so unawares. */
const usualTypes = eventTypeDescriptions
  .map(({ type }) => type)
  .filter((type) => type !== "order.validation_requested");

/** The form for a new endpoint; open where there is none yet, and where something of it was wrong. */
export function newEndpointForm(
  at: DeveloperVisit,
  isFirst: boolean,
  typed: TypedEndpoint | undefined,
): Markup | false {
  const { say, path, mayAct } = at;
  const sent = typed?.id === null ? typed : undefined;
  const wanted = sent?.types ?? usualTypes;
  return (
    mayAct &&
    html`<details class="card" ${(isFirst || sent !== undefined) && html`open`}>
      <summary>${say("endpoint.new")}</summary>
      <form method="post" action="${path}/endpoints">
        ${fieldsOf(at, "new", { url: sent?.url ?? "", types: wanted }, sent?.mistake)}
        <button type="submit">${say("endpoint.make")}</button>
      </form>
    </details>`
  );
}

/** What of one endpoint can be changed, and its end. */
export function endpointActs(at: DeveloperVisit, endpoint: Endpoint, typed: TypedEndpoint | undefined): Markup | false {
  const { say, path, mayAct } = at;
  const { id, notification_url: url, event_types: types } = endpoint;
  const own = `${path}/endpoints/${id}`;
  const sent = typed?.id === id ? typed : undefined;
  return (
    mayAct &&
    html`<details ${sent !== undefined && html`open`}>
        <summary>${say("endpoint.change")}</summary>
        <form method="post" action="${own}">
          <input type="hidden" name="read" value="${endpoint.updated_at}" />
          ${fieldsOf(at, id, sent ?? { url, types }, sent?.mistake)}
          <button type="submit">${say("endpoint.save")}</button>
        </form>
      </details>
      <details>
        <summary>${say("endpoint.delete")}</summary>
        <form method="post" action="${own}/delete">
          <p>${say("endpoint.delete_sure")}</p>
          <button class="danger" type="submit">${say("endpoint.delete")}</button>
        </form>
      </details>`
  );
}

/** Enables what is disabled, and disables what is enabled. */
export function switchOf(at: DeveloperVisit, { id, status }: Endpoint): Markup | false {
  const action = `${at.path}/endpoints/${id}/status`;
  return status === "disabled"
    ? actButton(at, action, at.say("endpoint.enable"), { status: "enabled" })
    : actButton(at, action, at.say("endpoint.disable"), { status: "disabled" });
}

/** Address and types; the ids begin with what the form is about, as the page has several. */
function fieldsOf(
  { say }: DeveloperVisit,
  about: string,
  { url, types }: { readonly url: string; readonly types: readonly string[] },
  mistake: EndpointMistake | undefined,
): Markup {
  const told = (place: EndpointMistake["at"]): Markup | false =>
    mistake?.at === place &&
    html`<p class="mistake" id="${about}-mistake" role="alert">
      ${place === "url" ? html`<bdi>${mistake.text}</bdi>` : mistake.text}
    </p>`;
  const isUrlWrong = mistake?.at === "url";
  const areTypesWrong = mistake?.at === "types";
  return html`${told("form")}
    <div class="field">
      <label for="${about}-url">${say("endpoint.url")}</label>
      <p class="hint" id="${about}-hint">${say("endpoint.url_hint")}</p>
      <input
        id="${about}-url"
        name="url"
        value="${url}"
        type="url"
        maxlength="${longestTyped}"
        placeholder="https://example.com/maple"
        autocomplete="off"
        required
        aria-describedby="${about}-hint${isUrlWrong && ` ${about}-mistake`}"
        ${isUrlWrong && html`aria-invalid="true"`}
      />
      ${told("url")}
    </div>
    <fieldset ${areTypesWrong && html`aria-describedby="${about}-mistake"`}>
      <legend>${say("endpoint.types")}</legend>
      ${told("types")}
      <div class="event-types">
        ${eventTypeDescriptions.map(
          ({ type, description }) =>
            html`<label class="tick" title="${description}"
              ><input type="checkbox" name="type" value="${type}" ${types.includes(type) && html`checked`} />
              <code>${type}</code></label
            >`,
        )}
      </div>
    </fieldset>`;
}
