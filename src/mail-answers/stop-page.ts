/** The page for somebody who wants no more e-mail. Pure. */
import { html } from "../pages/html.ts";
import { messagePage, showPage, type PageAnswer } from "../pages/page.ts";
import type { Reader } from "../pages/reader.ts";
import { speak } from "../words/speak.ts";

export type StopScope = "all" | "reminders";

interface StopParts {
  readonly scope: StopScope;
  /** Masked. */
  readonly address: string;
  readonly venue: string | null;
  /** The path of the page: the form is sent to it. */
  readonly action: string;
  readonly reader: Reader;
}

/** Asks before anything changes. */
export function stopPage({ scope, address, venue, action, reader }: StopParts): PageAnswer {
  const say = speak(reader.language, "letters");
  const title = say(scope === "all" ? "stop.title" : "reminders.title", { address });
  return showPage({
    title,
    reader,
    main: html`<h1>${title}</h1>
      <p>${scope === "all" ? say("stop.text", { venue: venue ?? "Maple" }) : say("reminders.text")}</p>
      <form method="post" action="${action.split("?", 1)[0] ?? ""}">
        <p>
          <button class="full">${say(scope === "all" ? "stop.button" : "reminders.button")}</button>
        </p>
      </form>`,
  });
}

/** Says that it is done. */
export function donePage({ scope, address, reader }: Pick<StopParts, "scope" | "address" | "reader">): PageAnswer {
  const say = speak(reader.language, "letters");
  const title = say("stop.done");
  return messagePage(200, title, say(scope === "all" ? "stop.done.text" : "reminders.done.text", { address }), {
    reader,
  });
}

/** The message is unknown, or was forgotten with its address. */
export function gonePage(reader: Reader): PageAnswer {
  const say = speak(reader.language, "letters");
  return messagePage(404, say("stop.gone"), say("stop.gone.text"), { reader });
}
