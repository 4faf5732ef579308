/**
 * Serves the description of each audience (rules/http 6.13), and the reference of each but partners, who have a site.
 * Each is made at its first request, once per address of the service, and kept. A page may load nothing and run
 * nothing, and its style is admitted by its hash.
 */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { audiences, type Audience } from "./audience.ts";
import { html } from "../pages/html.ts";
import { pageStyle, styleElement } from "./page-style.ts";
import { pagePaths } from "./reference-addresses.ts";
import type { ReferencePage, RenderedReference } from "./rendered-reference.ts";

export interface DocsPagesOptions {
  /** The description and the reference of an audience, kept; rendered beside the event loop. */
  readonly reference: (audience: Audience) => Promise<RenderedReference>;
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
  return (server) => {
    for (const audience of audiences) {
      for (const path of machinePaths[audience])
        server.get(path, { config }, async (request, reply) => {
          void reply.header("content-type", "application/json; charset=utf-8");
          return send(request, reply, (await options.reference(audience)).json);
        });
      // Partners have a site (docs-site).
      if (audience === "partner") continue;
      for (const path of [pagePaths[audience], `${pagePaths[audience]}/*`])
        server.get(path, { config }, async (request, reply) => {
          const { pages } = await options.reference(audience);
          const [address = ""] = request.url.split("?", 1);
          const page = pages.get(address.replace(/\/$/, ""));
          void asPage(reply).header("x-robots-tag", "noindex");
          if (page !== undefined) return send(request, reply, page);
          return reply.code(404).send(lostPage(pagePaths[audience]));
        });
    }
  };
}

function lostPage(start: string): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>No page here</title>
      ${styleElement}
    </head>
    <body>
      <main>
        <h1>There is no page here</h1>
        <p><a href="${start}">The start of the reference</a></p>
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function asPage(reply: FastifyReply): FastifyReply {
  return reply.headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy,
    "referrer-policy": "no-referrer",
  });
}

function send(request: FastifyRequest, reply: FastifyReply, page: ReferencePage): FastifyReply {
  void reply.headers({ etag: page.etag, "cache-control": "no-cache", "x-content-type-options": "nosniff" });
  void reply.header("vary", "accept-encoding");
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  if (!/\bgzip\b(?!;q=0)/.test(request.headers["accept-encoding"] ?? "")) return reply.send(gunzipSync(page.zipped));
  return reply.header("content-encoding", "gzip").send(page.zipped);
}
