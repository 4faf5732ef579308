/** What scripts and styles may not use, because Safari 15.4, Chrome 105 or Firefox 121 lacks it. */

interface TooNew {
  readonly what: string;
  /** The first browsers that have it, of those that came last. */
  readonly since: string;
  readonly pattern: RegExp;
  readonly example: string;
}

/** `older-browsers.screen.ts` brings `findLast`, `toReversed`, `toSorted`, `toSpliced`, `with`, `groupBy`, `timeout` and `requestSubmit` to the screens. */
export const tooNewInScripts: readonly TooNew[] = [
  { what: "a look-behind", since: "Safari 16.4", pattern: /\(\?<[=!]/, example: "/(?<=a)b/" },
  {
    what: "the flag v of a regular expression",
    since: "Safari 17, Chrome 112",
    pattern: /\/[dgimsy]*v[dgimsy]*\.(?:test|exec)\(/,
    example: "/a/v.test(b)",
  },
  { what: "a static block", since: "Safari 16.4", pattern: /\bstatic\s*\{/, example: "static {" },
  {
    what: "Promise.withResolvers",
    since: "Safari 17.4",
    pattern: /\bwithResolvers\b/,
    example: "Promise.withResolvers()",
  },
  { what: "Promise.try", since: "Safari 18.2", pattern: /\bPromise\.try\b/, example: "Promise.try(f)" },
  { what: "Object.groupBy", since: "Safari 17.4", pattern: /\bObject\.groupBy\b/, example: "Object.groupBy(a, f)" },
  {
    what: "Array.fromAsync",
    since: "Safari 16.4, Chrome 121",
    pattern: /\bfromAsync\b/,
    example: "Array.fromAsync(a)",
  },
  {
    what: "isWellFormed",
    since: "Safari 16.4, Chrome 111",
    pattern: /\.(?:is|to)WellFormed\(/,
    example: "a.isWellFormed()",
  },
  {
    what: "an iterator helper",
    since: "Safari 18.4, Chrome 122",
    pattern: /(?<!\bObject)\.(?:keys|values|entries|matchAll)\([^()]*\)\.(?!next\b)\w+\(|\bIterator\.from\b/,
    example: "map.values().map(f)",
  },
  {
    what: "a set's method",
    since: "Safari 17, Chrome 122",
    pattern: /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|difference|intersection)\(/,
    example: "a.difference(b)",
  },
  { what: "AbortSignal.any", since: "Safari 17.4", pattern: /\bAbortSignal\.any\b/, example: "AbortSignal.any([a])" },
  { what: "a loop over a stream", since: "no Safari", pattern: /\bfor await\b/, example: "for await (const a of b)" },
  {
    what: "requestIdleCallback",
    since: "no Safari",
    pattern: /\brequestIdleCallback\b/,
    example: "requestIdleCallback(f)",
  },
  {
    what: "base64 of bytes",
    since: "Safari 18.2",
    pattern: /\b(?:from|to)(?:Base64|Hex)\b/,
    example: "Uint8Array.fromBase64(a)",
  },
  {
    what: "URL.canParse",
    since: "Safari 17, Chrome 120",
    pattern: /\bURL\.(?:canParse|parse)\b/,
    example: "URL.canParse(a)",
  },
  { what: "RegExp.escape", since: "Safari 18.2", pattern: /\bRegExp\.escape\b/, example: "RegExp.escape(a)" },
  { what: "Temporal", since: "Chrome 144", pattern: /\bTemporal\./, example: "Temporal.Now" },
  {
    what: "Intl.DurationFormat",
    since: "Safari 16.4, Chrome 129",
    pattern: /\bDurationFormat\b/,
    example: "Intl.DurationFormat",
  },
  { what: "Intl.Segmenter", since: "Firefox 125", pattern: /\bSegmenter\b/, example: "Intl.Segmenter" },
  {
    what: "locks",
    since: "Safari 15.4 in secure pages only",
    pattern: /\bnavigator\.locks\b/,
    example: "navigator.locks.request",
  },
  { what: "checkVisibility", since: "Safari 17.4", pattern: /\bcheckVisibility\b/, example: "a.checkVisibility()" },
  {
    what: "a popover by script",
    since: "Safari 17, Chrome 114",
    pattern: /\b(?:show|hide|toggle)Popover\b/,
    example: "a.showPopover()",
  },
  {
    what: "a view transition",
    since: "Safari 18, Chrome 111",
    pattern: /\bstartViewTransition\b/,
    example: "document.startViewTransition()",
  },
  {
    what: "a button beside the form",
    since: "Safari 16.4, Chrome 112",
    pattern: /\bnew FormData\([^(),]*,/,
    example: "new FormData(a,b)",
  },
  { what: "showPicker", since: "Safari 16", pattern: /\.showPicker\(/, example: "a.showPicker()" },
  { what: "inert", since: "Safari 15.5", pattern: /\binert\b/, example: "a.inert = true" },
  {
    what: "importing of JSON",
    since: "Safari 17.2",
    pattern: /\bwith\s*\{\s*type\s*:/,
    example: 'import a from "b" with {type: "json"}',
  },
  {
    what: "a resource that ends itself",
    since: "Chrome 134",
    pattern: /\b(?:await\s+)?using\s+\w+\s*=/,
    example: "using a = b",
  },
];

/** `text-wrap`, `content-visibility` and `subgrid` may be used: where they are lacking, things stand less neatly and nothing is lost. */
export const tooNewInStyles: readonly TooNew[] = [
  { what: "a range of sizes", since: "Safari 16.4", pattern: /@media[^{]*[<>]/, example: "@media (width < 40rem) {" },
  {
    what: "not without a medium",
    since: "Safari 16.4",
    pattern: /@media[^{]*\bnot\s*\(/,
    example: "@media not (hover) {",
  },
  {
    what: "a unit of the window as it is now",
    since: "Chrome 108",
    pattern: /(?<!height: 100vh; height: 10)(?:\d|\.)[dsl]v(?:h|w|b|i|min|max)\b/,
    example: "block-size: 100dvh",
  },
  {
    what: "a mix of colours",
    since: "Safari 16.2, Chrome 111",
    pattern: /\bcolor-mix\(/,
    example: "color-mix(in srgb, red, blue)",
  },
  {
    what: "light-dark",
    since: "Safari 17.5, Chrome 123",
    pattern: /\blight-dark\(/,
    example: "light-dark(#fff, #000)",
  },
  {
    what: "a newer space of colours",
    since: "Chrome 111",
    pattern: /\b(?:ok)?(?:lab|lch)\(/,
    example: "oklch(0.5 0.1 20)",
  },
  {
    what: "a rule within a rule",
    since: "Safari 16.5, Chrome 112",
    pattern: /[;{]\s*&/,
    example: "a { & b { color: red } }",
  },
  { what: "the direction", since: "Safari 16.4, Chrome 120", pattern: /:dir\(/, example: "a:dir(rtl)" },
  { what: "a scope", since: "Safari 17.4, Chrome 118", pattern: /@scope\b/, example: "@scope (a) {" },
  { what: "a style to begin with", since: "Safari 17.5", pattern: /@starting-style\b/, example: "@starting-style {" },
  { what: "a declared property", since: "Safari 16.4", pattern: /@property\b/, example: "@property --a {" },
  { what: "a field that grows", since: "Chrome 123", pattern: /\bfield-sizing\b/, example: "field-sizing: content" },
  { what: "an anchor", since: "Chrome 125", pattern: /\banchor(?:-name|\()/, example: "anchor-name: --a" },
  {
    what: "a clip without a fallback",
    since: "Safari 16",
    pattern: /(?<!overflow:\s?hidden;\s*)overflow(?:-\w+)*:\s*clip\b/,
    example: "a { overflow: clip }",
  },
  {
    what: "a sign that is not read, without a fallback",
    since: "Safari 17.4, Firefox 128",
    pattern: /(?<!content:\s?"[^"]*";\s*)content:\s?"[^"]*"\s?\//,
    example: 'a::before { content: "+" / "" }',
  },
  {
    what: "no choosing of text without its prefix",
    since: "no Safari",
    pattern:
      /(?<!-webkit-user-select:\s?\w+;\s*|-moz-user-select:\s?\w+;\s*|-ms-user-select:\s?\w+;\s*)(?<![-\w])user-select\b/,
    example: "a { user-select: none }",
  },
  {
    what: "hyphens without their prefix",
    since: "Safari 17",
    pattern: /(?<!-webkit-hyphens:\s?\w+;\s*)(?<![-\w])hyphens\b/,
    example: "a { hyphens: auto }",
  },
];

/** Where the palette asks a browser whether it has the unit. */
const asked = /@supports\s?\(block-size:\s?100dvh\)\s*\{\s*:root\s*\{\s*--high:\s?100dvh;?\s*\}\s*\}/;

/** What a file that is sent needs and the oldest browsers lack. */
export function tooNew(name: string, sent: string): readonly string[] {
  const text = sent.replace(asked, "");
  const patterns = name.endsWith(".css") ? tooNewInStyles : name.endsWith(".js") ? tooNewInScripts : [];
  return patterns.flatMap(({ what, since, pattern }) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const around = text.slice(Math.max(0, found.index - 40), found.index + 60).replaceAll(/\s+/g, " ");
    return [`${name} needs ${what} (${since}): …${around}…`];
  });
}
