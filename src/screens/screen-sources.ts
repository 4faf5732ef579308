/** The list of screens and the folders of their sources. Pure. */

/** Screens that fill the window, are installable and keep their files. */
export const wholeScreens = ["board", "stand"] as const;
export type WholeScreen = (typeof wholeScreens)[number];

/** All screens by the folder of their sources; those that are not whole are a part of a page. */
const folders = {
  board: "board/screen",
  stand: "stand/screen",
  floor: "console/floor/screen",
  zones: "console/zones/screen",
  pin: "store/address/screen",
} as const;

export type ScreenName = keyof typeof folders;
export const screenNames = Object.keys(folders) as readonly ScreenName[];

/** The screens of staff: each learns of its new release from the answers of the console. */
export const staffScreens = [...wholeScreens, "floor", "zones"] as const satisfies ScreenName[];

/** What a browser keeps of the screens' files, so that a screen opens on a bad line: served as `/board/keep-files.js`. */
export const workerSource = "screens/keep-files.screen.ts";

/** What loads a document again whose screen did not come whole. */
export const againSource = "screens/load-again.screen.ts";

/** A screen `x` begins in `x.screen.tsx` of its folder, with its style in `x.screen.css`. */
export function scriptOf(name: ScreenName): string {
  return `${folders[name]}/${name}.screen.tsx`;
}

export function styleOf(name: ScreenName): string {
  return `${folders[name]}/${name}.screen.css`;
}

/** The files of the screens as they are served: hashed names, so that each may be kept for ever. */
export interface BuiltScreens {
  readonly screens: Readonly<Record<ScreenName, { readonly script: string; readonly style: string }>>;
  /** The name of the service worker's file. */
  readonly worker: string;
  /** The name of the file that loads a document again. */
  readonly again: string;
  /** The text of each file, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Every source, from the folder of the project. */
  readonly sources: readonly string[];
}

/** What the files of a screen are known by: `board=` and the hashes in their names. */
export function releaseOf(name: ScreenName, { screens }: Pick<BuiltScreens, "screens">): string {
  const { script, style } = screens[name];
  return `${name}=${[script, style].map((file) => /-(\w+)\.\w+$/.exec(file)?.[1] ?? file).join("")}`;
}
