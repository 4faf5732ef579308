/**
 * The oldest browsers for which pages and screens are made; `docs/board.md` says why. esbuild writes the syntax
 * and the styles of the screens for them, and `test/house/oldest-browsers.test.ts` refuses what they do not have.
 */
export const oldestBrowsers = ["safari15.4", "chrome105", "firefox121"] as const;
