/** The cards in which somebody sets the PINs of locations. Pure. */
import type { Id } from "../../kernel/id.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { speak } from "../../words/speak.ts";
import { buttonForm, card, choiceOf } from "./field.ts";

type Say = ReturnType<typeof speak<"people">>;

interface PinLocation {
  readonly id: Id<"str">;
  readonly name: string;
  readonly hasPin: boolean;
}

interface PinMistake {
  readonly locationId: Id<"str">;
  readonly text: string;
}

/** Of more locations than this one is chosen, in one card. */
const mostCards = 3;

/** A card for each location, or one in which the location is chosen. */
export function pinCards(say: Say, locations: readonly PinLocation[], mistake: PinMistake | undefined): Markup {
  if (locations.length > mostCards) return chooseCard(say, locations, mistake);
  return html`${locations.map(({ id, name, hasPin }) =>
    card(
      say("pin.title"),
      html`<form method="post" action="/me/pin">
          <input type="hidden" name="location" value="${id}" />
          ${pinField(say, id, say("pin.text", { place: name }), mistake?.locationId === id ? mistake.text : undefined)}
          <button type="submit">${say("pin.save")}</button>
        </form>
        ${hasPin && buttonForm("/me/pin/remove", say("pin.remove"), "quiet", { location: id })}`,
    ),
  )}`;
}

function chooseCard(say: Say, locations: readonly PinLocation[], mistake: PinMistake | undefined): Markup {
  const options = locations.map(({ id, name }) => [id, name] as const);
  const chosen = mistake?.locationId ?? locations[0]?.id ?? "";
  return card(
    say("pin.title"),
    html`<form method="post" action="/me/pin">
        ${choiceOf("location", say("pin.location"), options, chosen)}
        ${pinField(say, "chosen", say("pin.text_chosen"), mistake?.text)}
        <button type="submit">${say("pin.save")}</button>
      </form>
      <ul class="rows">
        ${locations
          .filter(({ hasPin }) => hasPin)
          .map(
            ({ id, name }) =>
              html`<li>
                <p><bdi>${name}</bdi></p>
                ${buttonForm("/me/pin/remove", say("pin.remove"), "quiet", { location: id })}
              </li>`,
          )}
      </ul>`,
  );
}

/** One page may have several: each has an id of its own. */
function pinField(say: Say, id: string, hint: string, mistake: string | undefined): Markup {
  return html`<div class="field">
    <label for="pin-${id}">${say("pin.field")}</label>
    <p class="hint" id="pin-hint-${id}">${hint}</p>
    <input
      id="pin-${id}"
      name="pin"
      type="password"
      inputmode="numeric"
      maxlength="6"
      autocomplete="off"
      aria-describedby="pin-hint-${id}${mistake !== undefined && html` pin-mistake-${id}`}"
      ${mistake !== undefined && html`aria-invalid="true"`}
      required
    />
    ${mistake !== undefined && html`<p class="mistake" id="pin-mistake-${id}">${mistake}</p>`}
  </div>`;
}
