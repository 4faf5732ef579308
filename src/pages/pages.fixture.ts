/** For the tests of the page kit: one page with a form that follows its events, and a server of it. */
import Fastify, { type FastifyInstance } from "fastify";
import { createAddressLimits, type AddressLimitCounts } from "../platform/limits/address-limits.ts";
import { usualLimits, type Why } from "../platform/admission/admission.ts";
import type { CallClass } from "../platform/admission/call-class.ts";
import { admitCalls } from "../platform/http/admit-calls.ts";
import { createLog } from "../platform/log.ts";
import { html } from "./html.ts";
import { getPage, messagePage, postPage, redirectTo, showPage, type PageRoute } from "./page.ts";
import { pagesPlugin } from "./pages.plugin.ts";

export const venue = { name: "Trattoria <Uno>", line: "Via Roma 1" };
/** The name that the page shows; whether the guest was erased. */
export const guest = { name: "nobody", isErased: false };

const pages: readonly PageRoute[] = [
  getPage("/guest/read", async ({ reader }) =>
    showPage({
      title: "Menu",
      venue,
      reader: reader({ location: { language: null, country: "US" } }),
      words: "pages",
      listed: true,
      main: html`<h1>Menu</h1>`,
    }),
  ),
  getPage("/guest/{token}", async ({ params, query }) => {
    if (params.token === "broken") throw new Error("broken on purpose");
    if (params.token !== "known" || guest.isErased)
      return messagePage(404, "No such guest", "Check the link.", { venue });
    const mistake = query.get("mistake") !== null;
    return showPage({
      status: mistake ? 422 : 200,
      title: "Your name",
      venue,
      modules: ["forms", "live"],
      ...(query.get("lang") === null ? {} : { language: query.get("lang") ?? "" }),
      main: html`<h1>Your name</h1>
        <section id="now" data-live="/guest/known/events"><p data-say>You are ${guest.name}.</p></section>
        <form method="post">
          <div class="field">
            <label for="name">Name</label>
            <input id="name" name="name" autocomplete="name" ${mistake && html`aria-invalid="true"`} />
          </div>
          <fieldset>
            <legend>Party</legend>
            <div class="chips">
              ${[1, 2, 3].map((n) => html`<label class="chip"><input type="radio" name="party" value="${n}" />${n}</label>`)}
            </div>
          </fieldset>
          <div class="row">
            <button>Save</button><a class="button quiet" href="/guest/known">Back</a>
            <button class="danger" name="erase" value="1">Erase</button>
          </div>
        </form>
        <p class="notice warn">A notice</p>
        <p class="notice bad">A notice</p>
        <p class="notice good"><span class="badge good">good</span> <span class="badge bad">bad</span></p>`,
    });
  }),
  postPage("/guest/{token}", async ({ form, cookie }) => {
    guest.name = form.get("name") ?? cookie("seen") ?? "";
    return redirectTo("/guest/known", { name: "seen", value: "token-1.a", path: "/guest/known", seconds: 60 });
  }),
  getPage("/guest/{token}/map", async () =>
    showPage({
      title: "Map",
      main: html`<div id="screen"></div>`,
      part: {
        screen: "map",
        language: "en",
        locale: "en",
        words: [],
        shown: null,
        images: ["https://tiles.example.com"],
      },
    }),
  ),
  postPage("/guest/{token}/notes/{note}/erase", async () => redirectTo("/guest/known")),
];

/** Tell the open pages that there is news. */
export const listeners = new Set<() => void>();
/** End their connections. */
export const hangUps = new Set<() => void>();
/** Tell them that the connection works. */
export const beats = new Set<() => void>();

export const many: Partial<AddressLimitCounts> = { diner_reads: 10_000, diner_writes: 10_000, photos: 10_000 };

/** A server of these pages; what `refuses` names is refused as by a process that is too busy. */
export function build(counts = many, refuses?: (callClass: CallClass) => boolean): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true });
  if (refuses !== undefined) refuse(server, refuses);
  const limits = createAddressLimits(counts);
  pagesPlugin({
    isLiveHost: () => false,
    pages,
    log: createLog("silent"),
    limits,
    renderScreen: async () => "",
    renderPart: async ({ screen }) => ({
      head: html`<link href="/${screen}.css" />`,
      start: html`<script id="start"></script>`,
    }),
    ownHosts: () => ["eat.example.com", undefined],
  })(server);
  server.get("/guest/known/events", { config: { callClass: 3 } }, (_request, reply) => {
    if (guest.isErased) return reply.code(404).send({ code: "not_found" });
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream" });
    reply.raw.write("retry: 100\n\n");
    listeners.add(() => void reply.raw.write("data: {}\n\n"));
    hangUps.add(() => reply.raw.end());
    beats.add(() => void reply.raw.write('event: heartbeat\ndata: {"object":"heartbeat"}\n\n'));
  });
  return server;
}

function refuse(server: FastifyInstance, refuses: (callClass: CallClass) => boolean): void {
  const judge = (callClass: CallClass): Why | undefined => (refuses(callClass) ? "loop" : undefined);
  const idle = { lend: () => {}, retake: (answer: (why: undefined) => void) => answer(undefined), finish: () => {} };
  admitCalls(server, {
    admission: {
      limits: usualLimits,
      enter: ({ callClass }, answer) => answer(judge(callClass) ?? idle),
      judge,
      stop: () => {},
    },
    flows: { of: () => "", learn: () => {} },
    environmentOf: () => "test",
    onDropped: () => {},
  });
}
