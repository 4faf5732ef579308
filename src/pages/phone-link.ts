/** A telephone number on a page. Pure. */
import { formatPhone } from "../kernel/phone.ts";
import { html, type Markup } from "./html.ts";

/** A telephone number that can be tapped. */
export function phoneLink(phone: string): Markup {
  return html`<a href="tel:${phone}"><bdi>${formatPhone(phone)}</bdi></a>`;
}
