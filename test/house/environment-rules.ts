/**
 * One service is one environment (docs/architecture.md): the listener picks the service by the caller, and the work
 * behind it knows no other. So the word stands in few files, and in none that decides about orders, bookings or money.
 * Each place where the environment is taken, compared or paired is listed with its reason in `known-environment.ts`.
 */
import { countPlaces, isProduct, type Place, type PlaceKind } from "./environment-places.ts";
import type { SourceFile } from "./source-files.ts";

const deciding =
  /^src\/(bookings|delivery-zones|floor|locations|orders|pricing|stock|waitlist)\/|^src\/(menus|payments|people|messaging|mail)\//;
/** The listener, authentication, admission, readiness, what the wire and its pages write, labels of figures. */
const most = 45;

/** Only the faces and the program write the word, as a name, in a text or in a comment. */
export function fewKnowTheEnvironment(files: readonly SourceFile[]): string[] {
  const knowing = files.filter((file) => isProduct(file) && /environment/i.test(file.text));
  return [
    ...knowing
      .filter(({ path }) => deciding.test(path))
      .map(({ path }) => `${path} knows the environment: one service has one, and what it needs is given to it`),
    ...(knowing.length > most ? [`${knowing.length} files know the environment, ${most} may`] : []),
  ];
}

const asks: Readonly<Record<PlaceKind, string>> = {
  signatures: "take the environment: a Db, a Tx and a Database know theirs",
  comparisons: "ask which environment it is: build what differs in src/program, and give it",
  pairs: "pair test and live by hand: use OfEach of src/kernel/of-each.ts",
};

/** Each file has exactly the places that the list says. */
export function placesAreListed(files: readonly SourceFile[], listed: Readonly<Record<string, Place>>): string[] {
  const found = new Map(files.filter(isProduct).map((file) => [file.path, countPlaces(file)]));
  return [...new Set([...found.keys(), ...Object.keys(listed)])].flatMap((path) =>
    (["signatures", "comparisons", "pairs"] as const).flatMap((kind) => {
      const [has, may] = [found.get(path)?.[kind] ?? 0, listed[path]?.[kind] ?? 0];
      if (has === may) return [];
      return [
        has > may
          ? `${path} has ${has} places that ${asks[kind]} (listed: ${may})`
          : `${path} has ${has} ${kind}, and ${may} are listed`,
      ];
    }),
  );
}
