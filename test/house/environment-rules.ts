/**
 * One service is one environment (docs/architecture.md): who calls decides at the door which service answers, and the work
 * behind it knows no other. So few files know the word, and none of those that decide about orders, bookings or money.
 */
import type { SourceFile } from "./source-files.ts";

const word = "src/kernel/environment.ts";
const deciding =
  /^src\/(bookings|delivery-zones|floor|locations|orders|pricing|stock|waitlist)\/|^src\/(menus\/document|payments\/payment)\//;
/** The listener, authentication, configuration, keys, names on the wire, labels of figures. */
const most = 45;

/** Only the faces and the program know which environment they are in. */
export function fewKnowTheEnvironment(files: readonly SourceFile[]): string[] {
  const knowing = files.filter(
    ({ path, imports }) =>
      path.startsWith("src/") && !/\.(test|fixture)\.tsx?$/.test(path) && imports.some(({ target }) => target === word),
  );
  return [
    ...knowing
      .filter(({ path }) => deciding.test(path))
      .map(({ path }) => `${path} knows the environment: one service has one, and what it needs is given to it`),
    ...(knowing.length > most ? [`${knowing.length} files know the environment, ${most} may`] : []),
  ];
}
