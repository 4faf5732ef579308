/** The description of an audience and the pages of its reference, as they are sent. Takes some seconds: called in a thread. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { RouteValue } from "../platform/http/route-value.ts";
import { describeApi } from "./api-description.ts";
import type { Audience } from "./audience.ts";
import { shareExamples } from "./share-examples.ts";
import { renderPages } from "./page.ts";

export interface RenderedReference {
  /** The OpenAPI document. */
  readonly json: ReferencePage;
  /** By their address; none for partners, who have a site. */
  readonly pages: ReadonlyMap<string, ReferencePage>;
}

/** There are hundreds of pages: only the compressed form is kept. */
export interface ReferencePage {
  readonly zipped: Uint8Array;
  readonly etag: string;
}

/** Renders both; `baseUrl` has no slash at its end. */
export function renderReference(audience: Audience, routes: readonly RouteValue[], baseUrl: string): RenderedReference {
  const document = describeApi(routes, baseUrl, audience);
  const pages = audience === "partner" ? [] : renderPages(document, audience);
  return {
    json: pageOf(`${JSON.stringify(shareExamples(document))}\n`),
    pages: new Map(Array.from(pages, ([path, text]) => [path, pageOf(text)])),
  };
}

function pageOf(text: string): ReferencePage {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  return { zipped: gzipSync(text), etag };
}
