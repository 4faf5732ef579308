/**
 * Rendered pages: made at their first request and then kept compressed. The number of entries is bounded by the number of
 * pages, because only existing pages are kept. Called by `rendered-site.cache.ts`.
 */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

export interface Rendered {
  readonly contentType: string;
  readonly zipped: Uint8Array;
  readonly etag: string;
}

export interface RenderedPages {
  /** The entry of this name, made by `make` when it is not there. */
  get(name: string, contentType: string, make: () => Promise<string> | string): Promise<Rendered>;
}

export function createRenderedPages(): RenderedPages {
  const kept = new Map<string, Rendered>();
  return {
    get: async (name, contentType, make) => {
      const known = kept.get(name);
      if (known !== undefined) return known;
      const text = await make();
      const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
      const rendered = { contentType, zipped: gzipSync(text, { level: 9 }), etag };
      kept.set(name, rendered);
      return rendered;
    },
  };
}

/** The text itself, for a caller that takes no compression. */
export function plainOf({ zipped }: Rendered): Buffer {
  return gunzipSync(zipped);
}
