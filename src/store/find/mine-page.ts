/** `/mine`: the frame of a list that the browser alone keeps (rules/messages-and-privacy 4.7). Pure. */
import { html } from "../../pages/html.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";

/** The page; a module of the browser fills it. */
export function minePage(reader: Reader): ShownPage {
  const say = speak(reader.language, "finding");
  return showPage({
    title: say("mine.title"),
    reader,
    modules: ["mine"],
    main: html`<h1 tabindex="-1">${say("mine.title")}</h1>
      <p>${say("mine.intro")}</p>
      <div
        id="mine"
        data-empty="${say("mine.empty")}"
        data-forget="${say("mine.forget")}"
        data-forget-one="${say("mine.forget_one", { what: "{what}" })}"
        data-forget-all="${say("mine.forget_all")}"
        data-again="${say("mine.again")}"
        data-forgotten="${say("mine.forgotten")}"
      >
        <noscript><p class="notice">${say("mine.off")}</p></noscript>
      </div>
      <p class="unseen" role="status" id="mine-say"></p>
      <p><a href="/find">${say("link.find")}</a></p>`,
  });
}
