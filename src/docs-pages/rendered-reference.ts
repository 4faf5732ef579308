/** The description of an audience and its reference, as they are sent. Takes some tenths of a second: called in a thread. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { RouteValue } from "../platform/http/route-value.ts";
import { describeApi } from "./api-description.ts";
import type { Audience } from "./audience.ts";
import { shareExamples } from "./share-examples.ts";
import { pageWords, renderPage } from "./page.ts";

export interface RenderedReference {
  /** The OpenAPI document. */
  readonly json: ReferencePage;
  readonly html: ReferencePage;
}

export interface ReferencePage {
  readonly body: Uint8Array;
  readonly zipped: Uint8Array;
  readonly etag: string;
}

/** Renders both; `baseUrl` has no slash at its end. */
export function renderReference(audience: Audience, routes: readonly RouteValue[], baseUrl: string): RenderedReference {
  const document = describeApi(routes, baseUrl, audience);
  return {
    json: pageOf(`${JSON.stringify(shareExamples(document))}\n`),
    html: pageOf(renderPage(document, pageWords[audience])),
  };
}

function pageOf(text: string): ReferencePage {
  const body = Buffer.from(text);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, zipped: gzipSync(body), etag };
}
