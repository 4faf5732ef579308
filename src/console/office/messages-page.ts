/** The HTML of the page of messages. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { formatDayTime } from "../../pages/page-formats.ts";
import { maskRecipient, type Message } from "../../messaging/message/message.ts";
import { speak } from "../../words/speak.ts";
import { card } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import type { MessageTemplate } from "./message-templates.ts";

export interface Messages {
  readonly messages: readonly Message[];
  /** The last message of this page, where there are older ones. */
  readonly older: string | undefined;
  readonly templates: readonly MessageTemplate[];
}

type Words = ReturnType<typeof speak<"records">>;

/** The whole page. */
export function messagesPage(visitor: LocationVisit, { messages, older, templates }: Messages): PageAnswer {
  const say = speak(visitor.language, "records");
  return showInShell(visitor, {
    main: html`${!visitor.location.messaging && html`<p class="notice warn">${say("messages.off")}</p>`}
    ${card(say("messages.sent"), messages.length === 0 ? html`<p>${say("messages.none")}</p>` : history(say, visitor, messages, older))}
    ${card(
      say("messages.templates"),
      html`<p>${say("messages.templates.text")}</p>
        <ul class="rows">
          ${templates.map(
            ({ kind, text }) =>
              html`<li>
                <p><b>${say(`kind.${kind}`)}</b></p>
                <p class="soft"><bdi>${text}</bdi></p>
              </li>`,
          )}
        </ul>`,
    )}`,
  });
}

function history(say: Words, visitor: LocationVisit, messages: readonly Message[], older: string | undefined): Markup {
  const zone = visitor.location.timezone ?? "UTC";
  return html`<ul class="rows">
      ${messages.map(
        (one) =>
          html`<li>
            <p>
              <b>${say(`kind.${one.kind}`)}</b> · ${formatDayTime(one.created_at, zone, visitor.locale)} ·
              <bdi>${maskRecipient(one) || say("messages.forgotten")}</bdi>
              <span class="badge ${one.status === "failed" || one.status === "undelivered" ? "bad" : ""}"
                >${say(`status.${one.status}`)}</span
              >
            </p>
            ${one.body !== null && html`<p class="soft"><bdi>${one.body}</bdi></p>`}
          </li>`,
      )}
    </ul>
    ${older !== undefined && html`<p><a href="${visitor.path}?before=${older}">${say("older")}</a></p>`}`;
}
