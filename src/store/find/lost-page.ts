/** `/find/links`: links again, for guests without a code. Pure. */
import { html } from "../../pages/html.ts";
import { messagePage, showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { contactField, problemOf, type FindPageFacts } from "./find-page.ts";

export interface LostPageFacts extends Pick<FindPageFacts, "reader" | "venue" | "at"> {
  readonly contact: string;
  readonly problem: "unreadable" | { readonly seconds: number } | null;
}

/** The form. */
export function lostPage({ reader, venue, at, contact, problem }: LostPageFacts): ShownPage {
  const { language } = reader;
  const say = speak(language, "finding", reader.locale);
  const isWait = problem !== null && problem !== "unreadable";
  return showPage({
    status: problem === null ? 200 : isWait ? 429 : 422,
    title: say("lost.title"),
    reader,
    ...(venue === null ? {} : { venue }),
    ...(isWait ? { retryAfter: problem.seconds } : {}),
    modules: ["forms"],
    main: html`<h1>${say("lost.title")}</h1>
      ${problem !== null && problemOf(isWait ? say("wait", { minutes: Math.ceil(problem.seconds / 60) }) : say("lost.unreadable"))}
      <p>${say("lost.intro")}</p>
      <form method="post" action="/find/links" data-in-place>
        ${at !== null && html`<input type="hidden" name="at" value="${at}" />`} ${contactField(language, contact)}
        <p><button class="full">${say("lost.button")}</button></p>
      </form>
      <p><a href="/find">${say("title")}</a></p>`,
  });
}

/** The same words whether there was anything to send or not. */
export function sentPage(reader: Reader): ShownPage {
  const say = speak(reader.language, "finding");
  return messagePage(200, say("lost.sent.title"), say("lost.sent"), {
    reader,
    next: { href: "/find", label: say("title") },
  });
}
