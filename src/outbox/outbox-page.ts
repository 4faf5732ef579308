/** The HTML of the outbox. Pure. */
import type { GuestLanguage } from "../kernel/language.ts";
import { maskRecipient } from "../messaging/message/message.ts";
import type { KeptMessage } from "../messaging/message/message.ts";
import { html, type Markup } from "../pages/html.ts";
import { formatDayTime } from "../pages/page-formats.ts";
import { showPage, type PageAnswer } from "../pages/page.ts";
import { speak } from "../words/speak.ts";

/** The list, newest first; times are in UTC. */
export function outboxPage(
  language: GuestLanguage,
  messages: readonly KeptMessage[],
  older: string | undefined,
): PageAnswer {
  const say = speak(language, "outbox");
  return showPage({
    title: say("title"),
    language,
    main: html`<h1>${say("title")}</h1>
      <p>${say("text")}</p>
      ${messages.length === 0 && html`<p class="notice">${say("none")}</p>`}
      <ul class="rows">
        ${messages.map((message) => html`<li>${head(language, message)}</li>`)}
      </ul>
      ${older !== undefined && html`<p><a href="/outbox?before=${older}">${say("older")}</a></p>`}`,
  });
}

/** One message as it would have been sent. */
export function messagePageOf(language: GuestLanguage, message: KeptMessage): PageAnswer {
  const say = speak(language, "outbox");
  const { id, body, letter } = message;
  const title = letter?.subject ?? say(message.channel === "sms" ? "sms" : "email");
  return showPage({
    title,
    language,
    frames: true,
    main: html`<p><a href="/outbox">${say("title")}</a></p>
      <h1><bdi>${title}</bdi></h1>
      ${head(language, message)} ${body === null && html`<p class="notice">${say("forgotten")}</p>`}
      ${letter === null && body !== null && html`<p class="card" lang="${message.language}">${linked(body)}</p>`}
      ${
        letter !== null &&
        html`<iframe class="sent" sandbox="allow-popups" src="/outbox/${id}/html" title="${say("as_sent")}"></iframe>
          <p><a href="/outbox/${id}/html">${say("as_sent")}</a></p>
          ${letter.calendar !== null && html`<p><a href="/outbox/${id}/calendar.ics">${say("calendar")}</a></p>`}`
      }`,
  });
}

function head(language: GuestLanguage, message: KeptMessage): Markup {
  const [say, records] = [speak(language, "outbox"), speak(language, "records")];
  return html`<p>
    <a href="/outbox/${message.id}">${records(`kind.${message.kind}`)}</a> · ${say(message.channel)} ·
    ${formatDayTime(message.created_at, "UTC", language)} UTC · <bdi>${maskRecipient(message)}</bdi>
    <span class="badge">${records(`status.${message.status}`)}</span>
  </p>`;
}

/** A text with its addresses as links. */
function linked(text: string): readonly Markup[] {
  return text
    .split(" ")
    .map((word) => (/^https?:\/\//.test(word) ? html`<a href="${word}">${word}</a> ` : html`${word} `));
}
