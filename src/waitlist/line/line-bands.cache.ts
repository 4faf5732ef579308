/**
 * The bands of lines, kept by the state that they were made from: one set a location, at most 500 locations. A crash
 * forgets them.
 */
import type { Id } from "../../kernel/id.ts";
import type { WaitBand } from "../estimate/wait-band.ts";

export type Bands = Promise<readonly WaitBand[]>;

const mostLines = 500;

class LineBands {
  readonly #lines = new Map<Id<"str">, { readonly key: string; readonly bands: Bands }>();

  /** The bands of the line as it is under this key, if they were made. */
  get(locationId: Id<"str">, key: string): Bands | undefined {
    const kept = this.#lines.get(locationId);
    return kept?.key === key ? kept.bands : undefined;
  }

  /** Keeps bands in place of the location's last; what fails is forgotten. */
  put(locationId: Id<"str">, key: string, bands: Bands): void {
    if (this.#lines.size >= mostLines) this.#lines.clear();
    this.#lines.set(locationId, { key, bands });
    bands.catch(() => void this.#lines.delete(locationId));
  }
}

export type LineBandMemory = Pick<LineBands, "get" | "put">;

/** A memory with no line in it. */
export function createLineBands(): LineBandMemory {
  return new LineBands();
}
