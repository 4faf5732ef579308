/** What must hold of the README of each room (docs/architecture.md, "Rooms"). Pure: folders and texts are given. */

export interface RoomText {
  /** The folder, from the root of the project. */
  readonly folder: string;
  /** The text of its README; undefined when there is none. */
  readonly text: string | undefined;
}

/** Folders that need no README, or have none yet, with all below them. An entry that covers no such folder is refused. */
export const withoutReadme: Readonly<Record<string, string>> = {
  "test/house/must-not-compile": "cases of one test",
  "src/words": "a folder for each language; the kit is described in docs",
};

const isListed = (folder: string): boolean =>
  Object.keys(withoutReadme).some((listed) => folder === listed || folder.startsWith(`${listed}/`));

const leastLines = 8;
const mostLines = 80;

/** Each room has a README of a readable length, which begins with a title and names only files that exist. */
export function readmesAreTrue(rooms: readonly RoomText[], files: readonly string[]): string[] {
  const wrong = rooms.flatMap(({ folder, text }) => {
    if (text === undefined) return isListed(folder) ? [] : [`${folder} has no README.md`];
    const lines = text.split("\n").length - 1;
    return [
      ...(text.startsWith("# ") ? [] : [`${folder}/README.md does not begin with a title`]),
      ...(lines < leastLines || lines > mostLines
        ? [`${folder}/README.md has ${lines} lines, not ${leastLines} to ${mostLines}`]
        : []),
      ...[...text.matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.ts)`/g)]
        .map(([, name]) => name ?? "")
        .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
        .map((name) => `${folder}/README.md names ${name}, which does not exist`),
    ];
  });
  const bare = rooms.filter(({ text }) => text === undefined).map(({ folder }) => folder);
  const stale = Object.keys(withoutReadme).filter(
    (listed) => !bare.some((folder) => folder === listed || folder.startsWith(`${listed}/`)),
  );
  return [...wrong, ...stale.map((folder) => `${folder} is listed, and no folder there lacks a README.md`)];
}
