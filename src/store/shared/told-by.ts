/** The question how a guest wants to be told: one choice among sentences. The chosen sentence is kept as consent. Pure. */
import type { ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import type { ChosenChannel } from "../../messaging/message/message-kinds.ts";
import { html, type Markup } from "../../pages/html.ts";

/** The choices as they are shown. */
export interface ToldBy {
  /** What is asked. */
  readonly legend: string;
  readonly choices: readonly ChannelChoice[];
  readonly chosen: ChosenChannel | null;
}

/** The fieldset `told_by`; nothing where there is only one way. */
export function toldByField({ legend, choices, chosen }: ToldBy): Markup | false {
  if (choices.length < 2) return false;
  return html`<fieldset>
    <legend>${legend}</legend>
    ${choices.map(
      ({ channel, sentence }) =>
        html`<label class="tick"
          ><input type="radio" name="told_by" value="${channel}" ${channel === chosen && html`checked`} /><span
            >${sentence}</span
          ></label
        >`,
    )}
  </fieldset>`;
}

/** What the page of a new booking says first: to the guest whom we write to, that a link is on its way. */
export function bookedQuery(told: ChannelChoice | undefined): string {
  return told === undefined || told.channel === "page" ? "?done=booked" : "?done=told";
}

/** What a form says of it; undefined where nothing was asked or chosen. */
export function readToldBy(sent: URLSearchParams, choices: readonly ChannelChoice[]): ChannelChoice | undefined {
  if (choices.length < 2) return undefined;
  return choices.find(({ channel }) => channel === sent.get("told_by"));
}
