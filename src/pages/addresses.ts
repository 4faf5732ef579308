/** The answers of the kit at addresses without a page of their own, chosen by the address and the browser's wish. Pure. */
import type { PageRoute } from "./page.ts";

/** The first parts of the addresses that programs call: there is never a page for what is missing there. */
const ofPrograms =
  /^\/(?:v1|store\/v1|console\/v1|operator\/v1|reserve|openapi[^/]*|console\/openapi[^/]*|messaging\/twilio|payments\/stripe)(?:\/|$)/;

/** Whether a browser reads there: it names `text/html` before `application/json`, outside the interfaces (rules/http 6.5). */
export function wantsPage(path: string, accept: string | undefined): boolean {
  return !isOfPrograms(path) && weightOf("text/html", accept) > weightOf("application/json", accept);
}

/** Whether programs call the address. */
export function isOfPrograms(path: string): boolean {
  return ofPrograms.test(path);
}

/** How much a header `Accept` wants a type that it names; 0 where it does not. Reads at most 500 characters. */
function weightOf(type: string, accept = ""): number {
  for (const one of accept.slice(0, 500).split(",")) {
    const [name = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((part) => part.startsWith("q="));
    const read = weight === undefined ? 1 : Number(weight.slice(2));
    return read >= 0 && read <= 1 ? read : 0;
  }
  return 0;
}

/** What mail and chat programs take into a link: the signs that stand behind it in a sentence, and a slash. */
const tails = Array.from("/.,;:!?)]}>'\"»”’…").flatMap((sign) => [sign, percentOf(sign)]);
const longestTail = Math.max(...tails.map(({ length }) => length));

/** As an address writes a sign that it may not hold. */
function percentOf(sign: string): string {
  return [...Buffer.from(sign)].map((byte) => `%${byte.toString(16)}`).join("");
}

/** The path without such signs at its end; undefined where it has none. */
export function withoutTail(path: string): string | undefined {
  let end = path.length;
  for (;;) {
    // Only the end is looked at: an address may have thousands of such signs.
    const last = path.slice(Math.max(1, end - longestTail), end).toLowerCase();
    const tail = tails.find((one) => last.endsWith(one));
    if (tail === undefined) break;
    end -= tail.length;
  }
  const shorter = path.slice(0, end);
  // Two slashes at the beginning would name another host.
  return shorter === path || shorter.startsWith("//") ? undefined : shorter;
}

/** `/book` of `/book/{locationId}`: a mistyped address below it is answered by a page. */
export function stemsOf(pages: readonly PageRoute[]): ReadonlySet<string> {
  return new Set(pages.map(({ path }) => /^\/[\w-]+/.exec(path)?.[0]).filter((stem) => stem !== undefined));
}

/** Addresses that forms are sent to and that no page is read at, each with the nearest page above. */
export function formsBelow(pages: readonly PageRoute[]): readonly (readonly [path: string, page: string])[] {
  const read = new Set<string>(pages.filter(({ method }) => method === "GET").map(({ path }) => path));
  return [...new Set(pages.map(({ path }) => path))].flatMap((path) => {
    if (read.has(path)) return [];
    const parts = path.split("/");
    const above = parts.map((_, index) => parts.slice(0, parts.length - index).join("/") || "/");
    const page = above.find((one) => read.has(one));
    return page === undefined ? [] : [[path, page] as const];
  });
}

/** The path of a page with the parameters of an address in it. */
export function pathAt(page: string, params: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}
