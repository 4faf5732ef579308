/**
 * One service is one environment (docs/architecture.md): who calls decides at the door which service answers, and the work
 * behind it knows no other. So the word stands in few files, and in none of those that decide about orders, bookings or money.
 */
import type { SourceFile } from "./source-files.ts";

const deciding =
  /^src\/(bookings|delivery-zones|floor|locations|orders|pricing|stock|waitlist)\/|^src\/(menus|payments|people|messaging|mail)\//;
/** The listener, authentication, admission, readiness, what the wire and its pages write, labels of figures. */
const most = 45;

/** Only the faces and the program write the word, as a name, in a text or in a comment. */
export function fewKnowTheEnvironment(files: readonly SourceFile[]): string[] {
  const knowing = files.filter(
    ({ path, text }) => path.startsWith("src/") && !/\.(test|fixture)\.tsx?$/.test(path) && /environment/i.test(text),
  );
  return [
    ...knowing
      .filter(({ path }) => deciding.test(path))
      .map(({ path }) => `${path} knows the environment: one service has one, and what it needs is given to it`),
    ...(knowing.length > most ? [`${knowing.length} files know the environment, ${most} may`] : []),
  ];
}
