/**
 * The pictures in memory, up to a bound of bytes; the one that was kept first goes first. A picture is fetched again
 * after a day, because one address may show another picture tomorrow. Until the new one is there, the old one is shown.
 * After a failed fetch there is no other for a minute. Pure.
 */
export interface Photo {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Of the bytes, for browsers that have them already. */
  readonly etag: string;
}

export interface Kept {
  /** Undefined when it could not be had. */
  readonly photo: Photo | undefined;
  /** It is time to fetch it again. */
  readonly isOld: boolean;
}

export interface PhotoMemory {
  get(key: string, now: number): Kept | undefined;
  /** Keeps what a fetch brought: a picture, or `gone` when the address has none, or `failed` when that is not known. */
  keep(key: string, fetched: Photo | "gone" | "failed", now: number): void;
}

const keptBytes = 64_000_000;
const mostKept = 10_000;
const retryMs = 60_000;
const freshMs = 24 * 3_600_000;

interface Remembered {
  readonly photo: Photo | undefined;
  readonly until: number;
}

/** Memory with no picture in it. */
export function createPhotoMemory(): PhotoMemory {
  const kept = new Map<string, Remembered>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= kept.get(key)?.photo?.bytes.length ?? 0;
    kept.delete(key);
  }

  return {
    get(key, now) {
      const found = kept.get(key);
      return found === undefined ? undefined : { photo: found.photo, isOld: now >= found.until };
    },
    keep(key, fetched, now) {
      // A host that does not answer today does not take away the picture of yesterday.
      const photo = fetched === "failed" ? kept.get(key)?.photo : fetched === "gone" ? undefined : fetched;
      const until = now + (typeof fetched === "string" ? retryMs : freshMs);
      forget(key);
      kept.set(key, { photo, until });
      bytes += photo?.bytes.length ?? 0;
      for (const oldest of kept.keys()) {
        if (bytes <= keptBytes && kept.size <= mostKept) break;
        forget(oldest);
      }
    },
  };
}
