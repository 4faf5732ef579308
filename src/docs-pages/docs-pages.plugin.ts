/**
 * Serves the description of each audience (rules/http 6.13), and the reference of each but partners, who have a site. Each is rendered when
 * first asked, once per address of the service, and kept; the page may load nothing and run nothing, and its style is
 * admitted by its hash.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RouteValue } from "../platform/http/route-value.ts";
import { describeApi } from "./api-description.ts";
import { audiences, type Audience } from "./audience.ts";
import { pageStyle } from "./page-style.ts";
import { pagePaths, pageWords, renderPage } from "./page.ts";

export interface DocsPagesOptions {
  /** Asked at the first request: the service knows all of its routes by then. */
  readonly routes: () => readonly RouteValue[];
  /** Where the service is reached, without a slash at the end; asked at every request. */
  readonly baseUrl: () => string;
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

/** Where the description of each audience is served. */
const machinePaths: Readonly<Record<Audience, readonly string[]>> = {
  partner: ["/openapi/partner.json", "/openapi.json"],
  diner: ["/openapi/diner.json"],
  operator: ["/openapi/operator.json"],
  channel: ["/openapi/channel.json"],
  console: ["/openapi/console.json", "/console/openapi.json"],
};

/** The pages as a plugin of the HTTP server. */
export function docsPagesPlugin(options: DocsPagesOptions): (server: FastifyInstance) => void {
  const rendered = new Map<string, Pages>();
  const pagesOf = (audience: Audience): Pages => {
    const baseUrl = options.baseUrl();
    const name = `${audience} ${baseUrl}`;
    const known = rendered.get(name) ?? render(audience, options.routes(), baseUrl);
    rendered.set(name, known);
    return known;
  };
  return (server) => {
    for (const audience of audiences) {
      for (const path of machinePaths[audience])
        server.get(path, { config }, async (request, reply) => {
          void reply.header("content-type", "application/json; charset=utf-8");
          return send(request, reply, pagesOf(audience).json);
        });
      // Partners have a site (docs-site).
      if (audience === "partner") continue;
      server.get(pagePaths[audience], { config }, async (request, reply) => {
        void asPage(reply).header("x-robots-tag", "noindex");
        return send(request, reply, pagesOf(audience).html);
      });
    }
  };
}

function asPage(reply: FastifyReply): FastifyReply {
  return reply.headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy,
    "referrer-policy": "no-referrer",
  });
}

function render(audience: Audience, routes: readonly RouteValue[], baseUrl: string): Pages {
  const document = describeApi(routes, baseUrl, audience);
  return {
    json: pageOf(`${JSON.stringify(document)}\n`),
    html: pageOf(renderPage(document, pageWords[audience])),
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
