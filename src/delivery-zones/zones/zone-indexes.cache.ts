/** Indexes of zones by location, bounded by their corners. The least recently used goes first; a crash forgets them. */
import type { Id } from "../../kernel/id.ts";
import type { ZoneIndex } from "./zone-index.ts";

export interface RememberedZones {
  readonly version: number;
  readonly index: ZoneIndex;
  /** In corners, with a zone counted as ten. */
  readonly weight: number;
}

/** Some hundred megabytes at most. */
const maxWeight = 2_000_000;

class ZoneMemory {
  readonly #kept = new Map<Id<"str">, RememberedZones>();
  readonly #loading = new Map<string, Promise<RememberedZones>>();
  #weight = 0;

  /** What is remembered of the location, which thereby becomes the youngest. */
  get(locationId: Id<"str">): RememberedZones | undefined {
    const present = this.#kept.get(locationId);
    if (present === undefined) return undefined;
    this.#kept.delete(locationId);
    this.#kept.set(locationId, present);
    return present;
  }

  /** Loads and remembers. Parallel questions after a write build one index, not one each. */
  async loadOnce(
    locationId: Id<"str">,
    version: number,
    load: () => Promise<RememberedZones>,
  ): Promise<RememberedZones> {
    const key = `${locationId}:${version}`;
    const underWay = this.#loading.get(key);
    const other = underWay === undefined ? undefined : await underWay.catch(() => undefined);
    if (other !== undefined) return other;
    const own = load();
    this.#loading.set(key, own);
    try {
      const loaded = await own;
      this.#keep(locationId, loaded);
      return loaded;
    } finally {
      if (this.#loading.get(key) === own) this.#loading.delete(key);
    }
  }

  #keep(locationId: Id<"str">, loaded: RememberedZones): void {
    this.#drop(locationId);
    this.#kept.set(locationId, loaded);
    this.#weight += loaded.weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= maxWeight || oldest === locationId) break;
      this.#drop(oldest);
    }
  }

  #drop(locationId: Id<"str">): void {
    const entry = this.#kept.get(locationId);
    if (entry === undefined) return;
    this.#kept.delete(locationId);
    this.#weight -= entry.weight;
  }
}

/** A memory with no location in it. */
export function createZoneMemory(): ZoneMemory {
  return new ZoneMemory();
}
