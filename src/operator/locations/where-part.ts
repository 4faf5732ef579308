/** Where a location is, for the operator: the form, and the reading of the sent form. Pure. */
import { drawFields, type Filled } from "../../console/shell/draw-fields.ts";
import { readForm, type Mistakes } from "../../console/shell/form-fields.ts";
import {
  whereaboutsFields,
  whereaboutsInput,
  whereaboutsMistakes,
  whereaboutsSection,
} from "../../console/office/whereabouts-fields.ts";
import type { OperatedLocation } from "../../locations/location/operated-locations.sql.ts";
import type { LocationInput } from "../../locations/location/parse-location.ts";
import { html, type Markup } from "../../pages/html.ts";
import { speak } from "../../words/speak.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

const say = speak("en", "profile");

/** What was typed and could not be saved. */
export interface TypedWhere {
  readonly typed: URLSearchParams;
  readonly mistakes: Mistakes;
}

/** The card with the form. */
export function wherePart(
  at: OperatorVisit,
  path: string,
  location: OperatedLocation,
  sent: TypedWhere | undefined,
): Markup | false {
  const { fields } = whereaboutsSection(say, "en", location);
  const filled: Filled = {
    values: whereaboutsFields(location),
    mistakes: sent?.mistakes ?? new Map<string, string>(),
    typed: sent?.typed,
  };
  return (
    at.mayAct &&
    html`<section class="card">
      <h2>Where it is</h2>
      <p>Managers write this too, on the page of what guests see.</p>
      <form method="post" action="${path}/where">
        <input type="hidden" name="version" value="${location.version}" />
        <div class="pair operator-pair">${drawFields(fields, filled)}</div>
        <button type="submit">Save the place</button>
      </form>
    </section>`
  );
}

/** What was sent, as the command takes it; or what is wrong with it. */
export function readWhere(
  location: OperatedLocation,
  form: URLSearchParams,
): { readonly kind: "read"; readonly input: LocationInput } | ({ readonly kind: "wrong" } & TypedWhere) {
  const { fields } = whereaboutsSection(say, "en", location);
  const { values, mistakes: unread } = readForm(fields, form, speak("en", "office"));
  const mistakes = new Map([...whereaboutsMistakes(values, say), ...unread]);
  return mistakes.size > 0
    ? { kind: "wrong", typed: form, mistakes }
    : { kind: "read", input: whereaboutsInput(values) };
}
