/** Messages of the words whose arguments are markup: typed names, links, days. Pure. */
import { html, type Markup, type Part } from "./html.ts";

/** What stands for the first, second and third part while a message is said. */
export const slots = ["\ue000", "\ue001", "\ue002"] as const;

/** `fill(say("call", { phone: slots[0] }), phoneLink(phone))`: the message with markup in its slots. */
export function fill(message: string, ...parts: readonly Part[]): Markup {
  return html`${message.split(/([\ue000-\ue002])/).map((piece) => {
    const at = slots.findIndex((slot) => slot === piece);
    return at < 0 ? piece : (parts[at] ?? "");
  })}`;
}

/** The message with one name, of which nobody knows the direction, in its first slot. */
export function fillName(message: string, name: string): Markup {
  return fill(message, html`<bdi translate="no">${name}</bdi>`);
}
