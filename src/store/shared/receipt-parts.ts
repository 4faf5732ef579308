/** The parts that receipts of orders and of bookings share. Pure. */
import { formatPhone } from "../../kernel/phone.ts";
import type { Address, LocationSettings } from "../../locations/location/location.ts";
import { html, type Markup } from "../../pages/html.ts";
import { colonOf } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";

/** Whoever sells: by the legal name where there is one, with the tax number. */
export function sellerPart(location: LocationSettings, { language }: Reader): Markup {
  const say = speak(language, "receipt");
  const { legal_name: legalName, tax_id: taxId, contact_email: email } = location.profile;
  const address = lineOf(location.address);
  return html`<p>
    <b><bdi>${legalName ?? location.name ?? ""}</bdi></b>
    ${legalName !== null && location.name !== null && legalName !== location.name && html`<br /><bdi>${location.name}</bdi>`}
    ${address !== "" && html`<br /><bdi>${address}</bdi>`}
    ${location.phone !== null && html`<br /><bdi>${formatPhone(location.phone)}</bdi>`}
    ${email !== null && html`<br /><bdi>${email}</bdi>`}
    ${taxId !== null && html`<br />${say("tax_id")}${colonOf(language)}<bdi>${taxId}</bdi>`}
  </p>`;
}

function lineOf({ line1, line2, postal_code: code, city }: Address): string {
  const town = [code, city].filter(Boolean).join(" ");
  return [line1, line2, town].filter((part) => part !== null && part !== "").join(", ");
}

/** A row of a table of amounts. */
export function amountRow(label: string | Markup, amount: string): Markup {
  return html`<tr>
    <th scope="row">${label}</th>
    <td>${amount}</td>
  </tr>`;
}
