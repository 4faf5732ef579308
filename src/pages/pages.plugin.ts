/**
 * Serves the pages of the features, and the files that they load. Guarantees for every page: the same strict headers; no
 * browser or proxy stores the page; a limit per address; forms of our own origin only; a page (never JSON) for 404, 429
 * and 500; a log line with the pattern of the path only, because addresses have tokens.
 */
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { monotonicMs } from "../kernel/clock.ts";
import { refuse } from "../kernel/refusal.ts";
import type { AddressLimits } from "../platform/limits/address-limits.ts";
import { classOfPage } from "../platform/http/class-of-route.ts";
import { faultAnswer, RefusedRequest } from "../platform/http/refusals/fault-answer.ts";
import type { Log } from "../platform/log.ts";
import { formsBelow, isOfPrograms, pathAt, stemsOf, wantsPage, withoutTail } from "./addresses.ts";
import { codingFor } from "./compress.ts";
import { filesPath, fileInstead, readPageFiles, type ServedFiles } from "./page-files.cache.ts";
import { isOwnForm, isSurelyOwnForm, type FormOrigin } from "./own-form.ts";
import { faultPage, foreignFormPage, notFoundPage, tooManyPage } from "./kit-pages.ts";
import { parseMultipart } from "./multipart.ts";
import { readerOf, toCall } from "./page-call.ts";
import { send, type Kit } from "./send-page.ts";
import { redirectTo, type PageRoute } from "./page.ts";

export interface PagesOptions extends Pick<Kit, "renderScreen" | "renderPart"> {
  readonly pages: readonly PageRoute[];
  /** The same pages in the same order, of the live service. */
  readonly livePages?: readonly PageRoute[];
  readonly log: Log;
  /** Counts a page read or a form sent by an address. */
  readonly limits: AddressLimits;
  /** Whether pages of people at this host name are those of the live service. */
  readonly isLiveHost: (host: string | undefined) => boolean;
  /** The hosts of the service's own addresses, besides the one that a request names. */
  readonly ownHosts: () => readonly (string | undefined)[];
  /** `?lang=` takes the languages for tests too. */
  readonly pseudoLanguages?: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whether the languages for tests can be chosen. */
    readonly pseudoLanguages: boolean;
  }
  interface FastifyContextConfig {
    /** A page of people who have signed in. */
    readonly isOfPeople?: boolean;
    /** Forms with files are read here. */
    readonly takesFiles?: boolean;
    /** The most bytes of the texts of a form. */
    readonly textBytes?: number;
  }
}

const formBytes = 64 * 1024;
/** Read once for the process. */
let ownFiles: ServedFiles | undefined;

/** The files that pages load. */
export function pageFiles(): ServedFiles {
  return (ownFiles ??= readPageFiles());
}

/** The pages as a plugin of the HTTP server. */
export function pagesPlugin(options: PagesOptions): (server: FastifyInstance) => void {
  const { renderScreen, renderPart } = options;
  const files: Kit = { ...pageFiles(), renderScreen, renderPart };
  return (server) => {
    server.decorateRequest("pseudoLanguages", options.pseudoLanguages === true);
    server.addHook("onRequest", async (request, reply) => {
      if (request.is404 && isRead(request) && wantsPage(pathOf(request), request.headers.accept))
        return send(request, reply, notFoundPage(readerOf(request)), files);
    });
    void server.register(async (scope) => {
      serveFiles(scope, files);
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        "application/x-www-form-urlencoded",
        { parseAs: "string", bodyLimit: formBytes },
        // The limit of a page that takes files wins over that of the parser, and is not meant for what is parsed here.
        (request, body, done) =>
          body.length > (request.routeOptions.config.textBytes ?? formBytes)
            ? done(new RefusedRequest(refuse("payload_too_large", "the form is larger than a page takes")))
            : done(null, { fields: new URLSearchParams(String(body)), files: new Map() }),
      );
      scope.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, (request, body, done) => {
        const takesFiles = request.routeOptions.config.takesFiles === true && Buffer.isBuffer(body);
        const form = takesFiles ? parseMultipart(body, request.headers["content-type"] ?? "") : undefined;
        return form === undefined ? done(Object.assign(new Error("no form"), { statusCode: 400 })) : done(null, form);
      });
      scope.setErrorHandler((error, request, reply) => {
        const { status } = faultAnswer(error, request, options.log);
        return send(request, reply, faultPage(status, readerOf(request)), files);
      });
      scope.addHook("onRequest", async (request, reply) => {
        const path = pathOf(request);
        const meant = isRead(request) && !isOfPrograms(path) ? withoutTail(path) : undefined;
        if (meant !== undefined) return send(request, reply, redirectTo(meant + request.url.slice(path.length)), files);
      });
      for (const [index, page] of options.pages.entries())
        addPage(scope, page, options.livePages?.[index], options, files);
      leadToPages(scope, options.pages, files);
      for (const stem of stemsOf(options.pages)) {
        scope.get(
          `${stem}/*`,
          { config: { label: `GET ${stem}/*`, callClass: 3, needsNoSlot: true } },
          async (request, reply) =>
            isOfPrograms(pathOf(request))
              ? reply.callNotFound()
              : send(request, reply, notFoundPage(readerOf(request)), files),
        );
      }
    });
  };
}

function addPage(
  scope: FastifyInstance,
  page: PageRoute,
  live: PageRoute | undefined,
  { limits, ownHosts, isLiveHost }: PagesOptions,
  files: Kit,
): void {
  scope.route({
    method: page.method,
    url: page.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: {
      label: `${page.method} ${page.path}`,
      callClass: classOfPage(page.method, page.path),
      answerWithinMs: page.answerWithinMs,
      isOfPeople: page.ofPeople === true,
      takesFiles: page.uploadBytes !== undefined,
      textBytes: page.textBytes ?? formBytes,
      largeBody: page.uploadBytes !== undefined,
    },
    bodyLimit: page.uploadBytes ?? page.textBytes ?? formBytes,
    onRequest: async (request, reply) => {
      const isRead = page.method === "GET" || page.countsAsRead === true;
      const wait = limits.count(isRead ? "diner_reads" : "diner_writes", request.ip);
      if (wait !== undefined) return send(request, reply, tooManyPage(wait, readerOf(request)), files);
      const isOwn = page.ofPeople === true ? isSurelyOwnForm : isOwnForm;
      if (page.method === "POST" && !isOwn(originOf(request, ownHosts())))
        return send(request, reply, foreignFormPage(readerOf(request)), files);
    },
    handler: async (request, reply) => {
      const began = monotonicMs();
      const call = toCall(request);
      if (page.ofPeople === true) {
        const served = isLiveHost(call.host) ? live : page;
        return send(
          request,
          reply,
          served === undefined ? notFoundPage(readerOf(request)) : await served.run(call),
          files,
        );
      }
      const isLive = page.byHost === true ? isLiveHost(call.host) : (await live?.keeps?.(call)) === true;
      const answer = await (isLive ? (live ?? page) : page).run(call);
      if (page.answersAfterMs !== undefined) await restUntil(began + page.answersAfterMs, request);
      return send(request, reply, answer, files);
    },
  });
}

/** Waits for the moment, without the slot that others may use meanwhile. */
async function restUntil(moment: number, request: FastifyRequest): Promise<void> {
  request.ticket?.finish();
  await setTimeout(Math.max(0, moment - monotonicMs()));
}

/** Where a form is sent to and nothing is read, a reader is led to the page above: after a reload, by an old bookmark. */
function leadToPages(scope: FastifyInstance, pages: readonly PageRoute[], files: Kit): void {
  for (const [path, page] of formsBelow(pages)) {
    scope.get<{ Params: Record<string, string> }>(
      path.replaceAll(/\{(\w+)\}/g, ":$1"),
      { config: { label: `GET ${path}`, callClass: 3, needsNoSlot: true } },
      async (request, reply) => send(request, reply, redirectTo(pathAt(page, request.params)), files),
    );
  }
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? "/";
}

/** Where a form comes from, as the browser says. */
function originOf(request: FastifyRequest, ownHosts: readonly (string | undefined)[]): FormOrigin {
  const site = request.headers["sec-fetch-site"];
  return {
    site: Array.isArray(site) ? site.join() : site,
    origin: request.headers.origin,
    ownHosts: [request.headers.host, ...ownHosts],
  };
}

function serveFiles(scope: FastifyInstance, files: Kit): void {
  scope.get<{ Params: { name: string } }>(
    `${filesPath}/:name`,
    // Never refused for want of room: a page that is served needs its style, and so does one that says that we are busy.
    { config: { label: `GET ${filesPath}/{name}`, callClass: 0, needsNoSlot: true } },
    async (request, reply) => {
      const { name } = request.params;
      const known = files.byName.get(name);
      const file = known ?? fileInstead(files, name);
      if (file === undefined) return send(request, reply, notFoundPage(readerOf(request)), files);
      const { coding, bytes } = await file.coded(codingFor(request.headers["accept-encoding"]));
      if (coding !== "identity") void reply.header("content-encoding", coding);
      return reply
        .headers({
          "content-type": file.contentType,
          "cache-control": known === undefined ? "no-store" : "public, max-age=31536000, immutable",
          "x-content-type-options": "nosniff",
          vary: "accept-encoding",
        })
        .send(bytes);
    },
  );
}
