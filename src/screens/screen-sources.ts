/** Which screens there are, and where their sources stand. Pure. */

/** A screen `x` begins in `src/x/screen/x.screen.tsx`, with its style in `src/x/screen/x.screen.css`. */
export const screenNames = ["board", "stand"] as const;
export type ScreenName = (typeof screenNames)[number];

/** What a browser keeps of the screens' files, so that a screen opens on a bad line: served as `/board/keep-files.js`. */
export const workerSource = "screens/keep-files.screen.ts";

export function scriptOf(name: ScreenName): string {
  return `${name}/screen/${name}.screen.tsx`;
}

export function styleOf(name: ScreenName): string {
  return `${name}/screen/${name}.screen.css`;
}

/** The files of the screens as they are served: hashed names, so that each may be kept for ever. */
export interface BuiltScreens {
  readonly screens: Readonly<Record<ScreenName, { readonly script: string; readonly style: string }>>;
  /** The name of the service worker's file. */
  readonly worker: string;
  /** The text of each file, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Every source, from the folder of the project. */
  readonly sources: readonly string[];
}
