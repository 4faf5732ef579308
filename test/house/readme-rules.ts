/** The rules about the README of each room (docs/architecture.md, "Rooms"). Pure: folders and texts are given. */

export interface RoomText {
  /** The folder, from the root of the project. */
  readonly folder: string;
  /** The text of its README; undefined when there is none. */
  readonly text: string | undefined;
}

const leastLines = 8;
const mostLines = 80;

/** Each room has a README of a readable length, which begins with a title and names only files that exist. */
export function readmesAreTrue(rooms: readonly RoomText[], files: readonly string[]): string[] {
  return rooms.flatMap(({ folder, text }) => {
    if (text === undefined) return [`${folder} has no README.md`];
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
}
