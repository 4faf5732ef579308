/** The page on which the code of a shared device is typed (rules/people 6.1). */
import { isRefusal } from "../../kernel/refusal.ts";
import type { Id } from "../../kernel/id.ts";
import { html } from "../../pages/html.ts";
import { getPage, ofPeople, postPage, showPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { deviceSeconds, pairByCode } from "../../people/devices/change-device.command.ts";
import { writeCookie } from "../../platform/http/console/cookies.ts";
import { fieldOf } from "./field.ts";
import { visit, type AccountDeps, type Visit } from "./visit.query.ts";

/** Pairing a tablet. */
export function pairPages(deps: AccountDeps): PageRoute[] {
  return ofPeople([
    getPage("/pair", async (call) => pairPage(await visit(deps, call))),
    postPage("/pair", async (call) => {
      const visitor = await visit(deps, call);
      const code = (call.form.get("code") ?? "").slice(0, 20);
      const requestId = call.requestId as Id<"req">;
      const paired = await pairByCode(deps.database, deps.signIn, { code, address: call.address, requestId });
      if (isRefusal(paired)) {
        const seconds = paired.retryAfter ?? 60;
        const { say } = visitor;
        return pairPage(
          visitor,
          paired.code === "rate_limited" ? say("sign_in.wait", { seconds }) : say("pair.failed"),
        );
      }
      const { isSecure } = visitor.caller.site;
      // Whoever has signed in here to pair the tablet is not left on it.
      const setCookies = [
        writeCookie("device", paired.token, deviceSeconds, isSecure),
        writeCookie("session", "", 0, isSecure),
      ];
      return { kind: "redirect", to: "/", setCookies };
    }),
  ]);
}

function pairPage({ say, language }: Visit, mistake?: string): PageAnswer {
  return showPage({
    status: mistake === undefined ? 200 : 422,
    title: say("pair.title"),
    language,
    modules: ["forms"],
    main: html`<h1>${say("pair.title")}</h1>
      <p>${say("pair.text")}</p>
      <form class="card" method="post" action="/pair">
        ${fieldOf({ name: "code", label: say("pair.code"), maxLength: 20, autocomplete: "one-time-code", mistake })}
        <button class="full" type="submit">${say("pair.submit")}</button>
      </form>`,
  });
}
