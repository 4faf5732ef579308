/**
 * A letter as HTML for mail programs: tables for columns and styles at each element, because many programs read nothing
 * else; a style sheet only for dark screens. Nothing is loaded. Pure.
 */
import { formatPhone } from "../kernel/phone.ts";
import { structuredData } from "../pages/about-head.ts";
import { html, type Markup } from "../pages/html.ts";
import { directionOf } from "../pages/layout.ts";
import { speak } from "../words/speak.ts";
import type { Letter, LetterFact, LetterLinks, LetterReservation, LetterVenue } from "./letter.ts";

const font = "font-family:system-ui,sans-serif";
const quiet = `${font};font-size:14px;line-height:1.5;color:#57534e`;
const dark = `@media (prefers-color-scheme: dark) {
  .page { background: #1c1917 !important; }
  .card { background: #292524 !important; }
  .ink { color: #f5f5f4 !important; }
  .quiet { color: #d6d3d1 !important; }
  .action { background: #fdba74 !important; color: #1c1917 !important; }
}`;

/** The whole document. */
export function letterHtml(letter: Letter, links: LetterLinks): string {
  const { language, subject, text, facts, action, venue, reservation } = letter;
  const say = speak(language, "letters");
  const document = html`<html lang="${language}" dir="${directionOf(language)}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${subject}</title>
      <style>
        ${dark}
      </style>
      ${reservation !== undefined && structuredData(structuredReservation(reservation, venue))}
    </head>
    <body class="page" style="margin:0;padding:16px;background:#f5f5f4">
      <div class="card" style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
        <p class="quiet" style="${quiet};margin:0 0 16px"><bdi>${venue.name}</bdi></p>
        <h1 class="ink" style="${font};font-size:22px;line-height:1.3;color:#1c1917;margin:0 0 12px">${subject}</h1>
        ${text.map((paragraph) => html`<p class="ink" style="${font};font-size:16px;line-height:1.5;color:#1c1917;margin:0 0 12px;white-space:pre-line">${paragraph}</p>`)}
        ${facts.length > 0 && factTable(facts)}
        ${
          action !== null &&
          html`<p style="margin:20px 0">
            <a
              class="action"
              href="${action.href}"
              style="${font};display:inline-block;padding:12px 20px;font-size:16px;font-weight:600;color:#ffffff;background:#9a3412;border-radius:8px;text-decoration:none"
              >${action.label}</a
            >
          </p>`
        }
        ${venueLines(venue)}
      </div>
      <div style="max-width:560px;margin:0 auto;padding:16px 24px">
        <p class="quiet" style="${quiet};margin:0">${say("foot.why", { venue: venue.name })}</p>
        <p class="quiet" style="${quiet};margin:8px 0 0">
          ${letter.isUnsubscribable && html`<a class="quiet" style="color:#57534e" href="${links.unsubscribe}">${say("foot.unsubscribe")}</a> · `}<a
            class="quiet"
            style="color:#57534e"
            href="${links.stop}"
            >${say("foot.stop")}</a
          >
        </p>
      </div>
    </body>
  </html>`;
  return `<!doctype html>\n${document.text.replaceAll(/\n\s+/g, "\n")}\n`;
}

function factTable(facts: readonly LetterFact[]): Markup {
  return html`<table role="presentation" style="border-collapse:collapse;margin:8px 0">
    ${facts.map(
      ({ label, value }) =>
        html`<tr>
          <td class="quiet" style="${quiet};padding:4px 16px 4px 0;vertical-align:top">${label}</td>
          <td class="ink" style="${font};font-size:16px;line-height:1.4;color:#1c1917;padding:4px 0">
            <bdi>${value}</bdi>
          </td>
        </tr>`,
    )}
  </table>`;
}

function venueLines({ address, phone }: LetterVenue): Markup | false {
  const parts = [address, phone === null ? null : formatPhone(phone)].filter((part) => part !== null);
  return (
    parts.length > 0 &&
    html`<p class="quiet" style="${quiet};margin:16px 0 0">${parts.map((part) => html`<bdi>${part}</bdi><br />`)}</p>`
  );
}

function structuredReservation(
  { number, status, startTime, partySize, guestName, url }: LetterReservation,
  { name, address, phone }: LetterVenue,
): object {
  return {
    "@context": "https://schema.org",
    "@type": "FoodEstablishmentReservation",
    reservationNumber: number,
    reservationStatus: `https://schema.org/Reservation${status}`,
    underName: { "@type": "Person", name: guestName },
    reservationFor: {
      "@type": "FoodEstablishment",
      name,
      ...(address === null ? {} : { address }),
      ...(phone === null ? {} : { telephone: phone }),
    },
    startTime,
    partySize,
    ...(url === null ? {} : { url, modifyReservationUrl: url }),
  };
}
