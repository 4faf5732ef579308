/**
 * Serves /openapi.json and /docs, and the same for the console. Both are rendered once per address of the service and kept; the page may load
 * nothing and run nothing, and its style is admitted by its hash.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RouteValue } from "../platform/http/route-value.ts";
import { describeApi, describeConsole } from "./api-description.ts";
import { pageStyle } from "./page-style.ts";
import { consolePage, renderPage } from "./page.ts";

export interface DocsPagesOptions {
  /** Asked at the first request: the service knows all of its routes by then. */
  readonly routes: () => readonly RouteValue[];
  /** Where the service is reached, without a slash at the end; asked at every request. */
  readonly baseUrl: () => string;
}

interface Rendered {
  readonly partner: Pages;
  readonly console: Pages;
}

interface Pages {
  readonly json: Page;
  readonly html: Page;
}

interface Page {
  readonly body: string;
  readonly zipped: Buffer;
  readonly etag: string;
}

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(pageStyle).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Rendered once and kept in memory. */
const config = { callClass: 3, needsNoSlot: true } as const;

/** The pages as a plugin of the HTTP server. */
export function docsPagesPlugin(options: DocsPagesOptions): (server: FastifyInstance) => void {
  const rendered = new Map<string, Rendered>();
  const current = (): Rendered => {
    const baseUrl = options.baseUrl();
    const known = rendered.get(baseUrl) ?? renderAll(options.routes(), baseUrl);
    rendered.set(baseUrl, known);
    return known;
  };
  return (server) => {
    for (const [prefix, audience] of [
      ["", "partner"],
      ["/console", "console"],
    ] as const) {
      server.get(`${prefix}/openapi.json`, { config }, async (request, reply) => {
        void reply.header("content-type", "application/json; charset=utf-8");
        return send(request, reply, current()[audience].json);
      });
      server.get(`${prefix}/docs`, { config }, async (request, reply) => {
        void reply.header("content-type", "text/html; charset=utf-8");
        void reply.header("content-security-policy", contentSecurityPolicy);
        void reply.header("referrer-policy", "no-referrer");
        return send(request, reply, current()[audience].html);
      });
    }
  };
}

function renderAll(routes: readonly RouteValue[], baseUrl: string): Rendered {
  const [partner, people] = [describeApi(routes, baseUrl), describeConsole(routes, baseUrl)];
  return {
    partner: { json: pageOf(`${JSON.stringify(partner)}\n`), html: pageOf(renderPage(partner)) },
    console: { json: pageOf(`${JSON.stringify(people)}\n`), html: pageOf(renderPage(people, consolePage)) },
  };
}

function pageOf(body: string): Page {
  return {
    body,
    zipped: gzipSync(body),
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
  };
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  void reply.headers({ etag: page.etag, "cache-control": "no-cache", "x-content-type-options": "nosniff" });
  void reply.header("vary", "accept-encoding");
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  if (!/\bgzip\b(?!;q=0)/.test(request.headers["accept-encoding"] ?? "")) return reply.send(page.body);
  return reply.header("content-encoding", "gzip").send(page.zipped);
}
