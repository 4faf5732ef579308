/** Compresses bytes as the browser wants: brotli, gzip or not at all. Runs in the thread pool, not on the event loop. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Coding = "br" | "gzip" | "identity";

export interface Coded {
  readonly coding: Coding;
  readonly bytes: Uint8Array;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Below it a packet holds the text anyway. */
const leastBytes = 1_000;

/** The best coding that an `Accept-Encoding` allows. */
export function codingFor(acceptEncoding: string | undefined): Coding {
  const accepted = new Map(
    (acceptEncoding ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  const allows = (name: string): boolean => (accepted.get(name) ?? 0) > 0;
  return allows("br") ? "br" : allows("gzip") ? "gzip" : "identity";
}

/** Compresses a text; `effort` "once" is for what is kept, "each" for what is made for one answer. */
export async function compress(bytes: Uint8Array, coding: Coding, effort: "once" | "each"): Promise<Coded> {
  if (coding === "identity" || bytes.length < leastBytes) return { coding: "identity", bytes };
  if (coding === "gzip") return { coding, bytes: await toGzip(bytes, { level: effort === "once" ? 9 : 5 }) };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort === "once" ? 11 : 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return { coding, bytes: await toBrotli(bytes, { params }) };
}

/** A window that holds the text whole and no more: the bytes are the same, and the encoder takes a third less memory. */
function windowBits(length: number): number {
  return Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 16))));
}
