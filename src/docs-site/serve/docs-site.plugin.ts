/**
 * Serves the documentation site. A page may load only files of this service and run only its scripts. An address without
 * a page is answered by a page that says so for browsers, else by the error of any other address.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../kernel/refusal.ts";
import { wantsPage } from "../../pages/addresses.ts";
import { toAnswer } from "../../platform/http/idempotency/idempotency.ts";
import { faultAnswer } from "../../platform/http/refusals/fault-answer.ts";
import { isOfThisMachine } from "../../platform/http/reading/of-this-machine.ts";
import { sendAnswer } from "../../platform/http/send-answer.ts";
import type { Log } from "../../platform/log.ts";
import { siteStyle } from "../frame/site-style.ts";
import { waitingPage } from "../frame/waiting-page.ts";
import { mostTyped } from "../search/site-search.ts";
import { readCode, readPackage, readPicture } from "./docs-files.cache.ts";
import type { Documentation } from "./docs-threads.worker.ts";
import { plainOf, type Rendered } from "./rendered.cache.ts";

/** Rendered once and kept in memory. */
const config = { callClass: 3, needsNoSlot: true } as const;

/** Style, scripts and pictures: never refused, so that no page comes without its style. */
const fileConfig = { callClass: 0, needsNoSlot: true } as const;

/** Every search is made anew, so it takes its turn. */
const searchConfig = { callClass: 3 } as const;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Where the style sheet of the site is. */
export const siteStylePath = (): string => `/docs/files/${styleName}`;

const styleName = `site-${createHash("sha256").update(siteStyle).digest("base64url").slice(0, 12)}.css`;

const htmlType = "text/html; charset=utf-8";

/** What the samples read from variables. */
export interface ReaderValues {
  readonly MAPLE_URL: string;
  readonly MAPLE_API_KEY: string;
  readonly LOCATION: string;
}

/** The values of the reader's own sandbox; undefined where there is none. */
export type FindReader = () => Promise<ReaderValues | undefined>;

/** The site as a plugin of the HTTP server. A browser that asks before the pages are written gets a page that waits. */
export function docsSitePlugin(
  site: Documentation,
  log: Log,
  reader: FindReader = async () => undefined,
): (server: FastifyInstance) => void {
  return (root) =>
    void root.register(async (server) => {
      server.setErrorHandler((error, request, reply) => {
        const answer = faultAnswer(error, request, log);
        const seconds = answer.headers["retry-after"];
        if (seconds === undefined || !wantsPage(pathOf(request), request.headers.accept))
          return sendAnswer(reply, answer);
        reply.refusalCode = answer.code ?? null;
        return reply
          .code(answer.status)
          .headers({ ...headersOf(htmlType), "cache-control": "no-store", "retry-after": seconds })
          .send(waitingPage(siteStylePath(), seconds));
      });
      serveReader(server, reader);
      servePages(server, site);
    });
}

function servePages(server: FastifyInstance, site: Documentation): void {
  serveFiles(server);
  serveSearch(server, site);
  for (const name of ["/docs/changelog.atom", "/llms.txt", "/llms-full.txt"] as const)
    server.get(name, { config }, async (request, reply) => send(request, reply, await site.whole(name)));
  for (const path of ["/docs", "/docs.md", "/docs/*"])
    server.get(path, { config }, async (request, reply) => {
      const asked = pathOf(request);
      const found = await site.at(asked);
      if (found !== undefined) return send(request, reply, found);
      const moved = await site.movedTo(asked);
      if (moved !== undefined)
        return reply
          .code(301)
          .headers({ ...headersOf(htmlType), location: moved, "cache-control": "no-cache" })
          .send();
      return sendMissing(request, reply, site);
    });
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? "";
}

function serveFiles(server: FastifyInstance): void {
  server.get<{ Params: { name: string } }>(
    "/docs/files/:name",
    { config: fileConfig },
    async ({ params: { name } }, reply) => {
      if (name === styleName)
        return reply
          .headers({ ...headersOf("text/css; charset=utf-8"), "cache-control": "public, max-age=31536000, immutable" })
          .send(siteStyle);
      return sendFile(reply, name, readCode(name));
    },
  );
  server.get<{ Params: { name: string } }>(
    "/docs/downloads/:name",
    { config: fileConfig },
    async ({ params: { name } }, reply) => sendFile(reply, name, readPackage(name)),
  );
  server.get<{ Params: { name: string } }>("/docs/images/:name", { config }, async ({ params: { name } }, reply) => {
    const bytes = readPicture(name);
    if (bytes === undefined)
      return sendAnswer(reply, toAnswer(refuse("not_found", "there is no picture of this name")));
    const contentType = name.endsWith(".svg") ? "image/svg+xml" : "image/png";
    return reply.headers({ ...headersOf(contentType), "cache-control": "public, max-age=86400" }).send(bytes);
  });
}

function sendFile(reply: FastifyReply, name: string, bytes: Buffer | undefined): FastifyReply {
  if (bytes === undefined) {
    sendAnswer(reply, toAnswer(refuse("not_found", "there is no file of this name")));
    return reply;
  }
  return reply
    .headers({
      ...headersOf("application/octet-stream"),
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-cache",
    })
    .send(bytes);
}

/**
 * The key of the embedded sandbox, for the samples. Told only to this machine: the connection and the Host are of loopback,
 * so that no name of another site leads here, and no page of another origin asks. Kept by nobody (rules/operating 9.5).
 */
function serveReader(server: FastifyInstance, reader: FindReader): void {
  server.get("/docs/reader.json", { config: fileConfig }, async (request, reply) => {
    const { headers, socket } = request;
    const from = headers["sec-fetch-site"] ?? "none";
    const isOwn = from === "none" || from === "same-origin";
    // A tunnel or a proxy on this machine connects from here, for somebody elsewhere.
    const isDirect = forwardingHeaders.every((name) => headers[name] === undefined);
    const isHere = isOfThisMachine(socket.remoteAddress, headers.host);
    const values = isOwn && isDirect && isHere ? await reader() : undefined;
    void reply.headers({ ...headersOf("application/json; charset=utf-8"), "cache-control": "no-store" });
    return values === undefined ? reply.code(204).send() : reply.send(JSON.stringify(values));
  });
}

const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

interface Typed {
  Querystring: { readonly q?: string | readonly string[] };
}

function serveSearch(server: FastifyInstance, site: Documentation): void {
  const typedIn = ({ query }: FastifyRequest<Typed>): string =>
    [query.q ?? ""].flat().join(" ").slice(0, mostTyped).trim();
  server.get<Typed>("/docs/search.json", { config: searchConfig }, async (request, reply) =>
    reply
      .headers({ ...headersOf("application/json; charset=utf-8"), "cache-control": "no-store" })
      .send(JSON.stringify({ hits: await site.hits(typedIn(request)) })),
  );
  server.get<Typed>("/docs/search", { config: searchConfig }, async (request, reply) => {
    const found = await site.searchPage(typedIn(request));
    return reply
      .headers({ ...headersOf(htmlType), "cache-control": "no-store", "x-robots-tag": "noindex" })
      .send(found);
  });
}

async function sendMissing(request: FastifyRequest, reply: FastifyReply, site: Documentation): Promise<FastifyReply> {
  if (!(request.headers.accept ?? "").includes("text/html")) {
    sendAnswer(reply, toAnswer(refuse("not_found", "there is no page at this address")));
    return reply;
  }
  const last = pathOf(request).split("/").at(-1) ?? "";
  const page = await site.missingPage(last.slice(0, mostTyped));
  return reply
    .code(404)
    .headers({ ...headersOf(htmlType), "cache-control": "no-store" })
    .send(page);
}

function headersOf(contentType: string) {
  return {
    "content-type": contentType,
    "content-security-policy": policy,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  } as const;
}

function send(request: FastifyRequest, reply: FastifyReply, found: Rendered): FastifyReply {
  void reply.headers({
    ...headersOf(found.contentType),
    etag: found.etag,
    "cache-control": "no-cache",
    vary: "accept-encoding",
  });
  if (request.headers["if-none-match"] === found.etag) return reply.code(304).send();
  if (!/\bgzip\b(?!;q=0)/.test(request.headers["accept-encoding"] ?? "")) return reply.send(plainOf(found));
  return reply.header("content-encoding", "gzip").send(found.zipped);
}
