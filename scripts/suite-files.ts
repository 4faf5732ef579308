/** Which test files a run has, and in which order: the longest begin first, so that none is left to run alone at the end. */
import { globSync } from "node:fs";

const folders = ["src", "test", "scripts", "examples", "packages/*/src", "bench/*"];
const everything = folders.map((folder) => `${folder}/**/*.test.ts`);

/** Files that take more than three seconds by themselves on two cores: clocks that run, services that hang, long series. */
export const longFiles: readonly string[] = [
  "bookings/api/venue-actions.api",
  "bookings/book/list-bookings.api",
  "delivery-zones/zones/import-zones.api",
  "house/regular-expressions",
  "menus/api/large-menus.api",
  "menus/api/menu-syncs.api",
  "orders/api/catching-up.api",
  "orders/api/coupons.api",
  "orders/api/item-changes.api",
  "orders/api/order-timers.api",
  "orders/staff/attend-orders.api",
  "orders/staff/staff-decisions.api",
  "payments/stripe/stripe-links.api",
  "payments/stripe/stripe-money.api",
  "platform/health/watchdog",
  "platform/http/admission.api",
  "platform/http/one-snapshot.api",
  "platform/postgres/database.db",
  "platform/threads/thread-lane",
  "providers/provider-faults.api",
  "providers/simulated-bookings.api",
  "screens/screens",
  "store/book/booking-pages.api",
  "store/book/provider-answers.api",
  "webhooks/delivery/delivery-invariants.db",
];

/** What `npm run test:fast` leaves out: browsers, processes of the program, compilers, series of cases, and long files. */
const slow = [
  /\/(must-not-compile|openapi|route-coverage)\.test\.ts$/,
  /\.browser\.test\.ts$/,
  /\.process\.test\.ts$/,
  /\.(model|property|races)\.(db\.)?test\.ts$/,
  /bad-[a-z]+\.api\.test\.ts$/,
];

/** Kinds that take long, the longest first; every other file comes after them. */
const early = [
  /\/program\.process\.test\.ts$/,
  /bad-[a-z]+\.api\.test\.ts$/,
  /\.browser\.test\.ts$/,
  /\.(model|property|races)\.(db\.)?test\.ts$/,
  /\.process\.test\.ts$/,
  /\/(must-not-compile|regular-expressions|route-coverage|large-menus\.api)\.test\.ts$/,
];

const rank = (file: string): number => {
  const found = early.findIndex((kind) => kind.test(file));
  return found < 0 ? early.length : found;
};

const isSlow = (file: string): boolean =>
  slow.some((kind) => kind.test(file)) || longFiles.some((name) => file.endsWith(`/${name}.test.ts`));

/** The test files of the suite below a folder, the longest kinds first. */
export function suiteFiles(
  folder: string,
  options: { readonly fast: boolean; readonly browser?: boolean },
): readonly string[] {
  return globSync(everything, { cwd: folder, exclude: ["**/node_modules/**"] })
    .filter((file) => !options.fast || !isSlow(file))
    .filter((file) => options.browser !== false || !needsBrowser([file]))
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Whether one of the files drives a browser. */
export function needsBrowser(files: readonly string[]): boolean {
  return files.some((file) => file.endsWith(".browser.test.ts"));
}

/** The files that are named: a folder is the files of a run in it and below it. A name that is neither stays as it is. */
export function namedFiles(root: string, names: readonly string[], chosen: Parameters<typeof suiteFiles>[1]): string[] {
  return names.flatMap((name) => {
    const folder = `${name.replace(/^\.\//, "").replace(/\/+$/, "")}/`;
    const within = suiteFiles(root, chosen).filter((file) => file.startsWith(folder));
    return within.length === 0 ? [name] : within;
  });
}
