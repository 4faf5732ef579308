/** The type of a recipe, and the steps that several recipes share. */
import type { Id } from "../../kernel/id.ts";
import type { Database } from "../../platform/postgres/database.ts";

const dayMs = 86_400_000;
const searchedDays = 7;

export type Fields = Readonly<Record<string, unknown>>;
/** Makes one call of this service and answers its body. Throws StepRefused. */
export type Play = (method: string, path: string, body?: unknown) => Promise<Fields>;

/** A step of a recipe was refused: the code and the words of the refusal. */
export class StepRefused {
  readonly code: string;
  readonly words: string;
  constructor(code: string, words: string) {
    this.code = code;
    this.words = words;
  }
}

/** A guest of whom nobody has heard: a number that is known already may have a booking at the same time. */
export interface NewGuest {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

/** Where a recipe is played. */
export interface Scene {
  readonly appId: Id<"app">;
  readonly database: Database;
  /** The locations to try, in order. */
  readonly locations: readonly Id<"str">[];
  /** Whether the caller named the location: then it happens there or not at all. */
  readonly isPlaceNamed: boolean;
  readonly requestId: Id<"req">;
  readonly play: Play;
  readonly newGuest: () => NewGuest;
  /** A key under which nothing was written yet. */
  readonly newKey: () => string;
  /** The location that the sandbox keeps for the app, where every booking waits for its deposit. */
  readonly depositLocation: () => Promise<Id<"str">>;
}

/** Does what causes one event. Answers the id of its resource; null when only the event names it. Throws StepRefused. */
export type Recipe = (scene: Scene) => Promise<string | null>;

/** Does something at the first location where it is possible; the refusal of the first is told when it is possible nowhere. */
export async function anywhere<Made>(
  { locations }: Scene,
  attempt: (location: Id<"str">) => Promise<Made>,
): Promise<Made> {
  let refused: StepRefused | undefined;
  for (const location of locations) {
    try {
      return await attempt(location);
    } catch (error) {
      if (!(error instanceof StepRefused)) throw error;
      refused ??= error;
    }
  }
  throw refused ?? new StepRefused("not_found", "the app has no location; the operator grants one");
}

/** The objects of a list. */
export function rowsOf({ data }: Fields): readonly Fields[] {
  return Array.isArray(data) ? data.filter((row): row is Fields => typeof row === "object" && row !== null) : [];
}

/** The text of a field; an answer without it is a fault. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new Error(`the answer has no ${name}`);
  return value;
}

/** The free tables of the next days; whole days around, for the location's own zone is not asked for. */
export async function searchTables({ play }: Scene, location: Id<"str">) {
  const from = Date.parse(textOf(await play("GET", `/v1/sandbox/locations/${location}/clock`), "now"));
  const [start, end] = [from - dayMs, from + searchedDays * dayMs].map((each) =>
    new Date(each).toISOString().slice(0, 10),
  );
  const query = `start=${start}T00:00&end=${end}T00:00&party_size=2`;
  return rowsOf(await play("GET", `/v1/locations/${location}/booking_availability?${query}`));
}

/** Moves the location's clock to so many seconds behind an instant; a clock that is later already stays. */
export async function moveClockBehind(
  { play }: Scene,
  location: string,
  instant: string,
  seconds: number,
): Promise<void> {
  const path = `/v1/sandbox/locations/${location}/clock`;
  const now = Date.parse(textOf(await play("GET", path), "now"));
  const ahead = Math.ceil((Date.parse(instant) - now) / 1_000) + seconds;
  if (ahead > 0) await play("POST", path, { advance_seconds: ahead });
}
