/** The style sheet of the site: colours, the frame, and the layout on a phone and on a wide screen. */
import { contentStyle } from "./content-style.ts";

const frameStyle = `
:root {
  color-scheme: light dark;
  --ink: #1b1a18; --soft: #5c5850; --line: #e2ddd4; --paper: #fffefc; --tint: #f6f3ee; --accent: #a63a12; --focus: #1552c0;
  --code: #f7f5f1; --chip: #f0ece5; --note: #fff4dc;
  --c: #6b655a; --s: #0b5d3b; --k: #8a2be2; --n: #a34400; --f: #1552c0; --p: #a63a12; --v: #7a4d00;
  --get: #0b5d3b; --post: #1552c0; --patch: #7a4d00; --put: #6a3fb5; --delete: #a3140e;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --top: 3.5rem;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #f2eee8; --soft: #b9b2a6; --line: #3a3631; --paper: #191715; --tint: #23201d; --accent: #ff9a6b; --focus: #8db8ff;
    --code: #121110; --chip: #302c28; --note: #3d2f0d;
    --c: #a59e91; --s: #86dfb2; --k: #d0a8ff; --n: #ffb380; --f: #8db8ff; --p: #ff9a6b; --v: #ffd37a;
    --get: #86dfb2; --post: #8db8ff; --patch: #ffd37a; --put: #c4a5ff; --delete: #ff9f97;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--top) + 1rem); -webkit-text-size-adjust: 100%; scrollbar-gutter: stable; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.65 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.75rem; z-index: 5; background: var(--paper); padding: 0.25rem 0.75rem; }
.top { position: sticky; top: 0; z-index: 3; height: var(--top); display: flex; align-items: center; gap: 1rem;
  padding: 0 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.brand { color: var(--ink); font-weight: 700; font-size: 1.125rem; letter-spacing: -0.01em; text-decoration: none; white-space: nowrap; }
.brand span { color: var(--accent); font-weight: 500; }
.version { color: var(--soft); font: 0.8125rem var(--mono); }
.menu, .copy { font: inherit; font-size: 0.875rem; color: var(--ink); background: var(--tint); border: 1px solid var(--line);
  border-radius: 6px; padding: 0.3rem 0.75rem; cursor: pointer; }
.search { position: relative; flex: 0 1 26rem; margin-left: auto; min-width: 0; }
.search input { width: 100%; height: 2.375rem; font: inherit; font-size: 0.9375rem; color: var(--ink); background: var(--tint);
  border: 1px solid var(--line); border-radius: 8px; padding: 0 2rem 0 0.75rem; }
.search input::placeholder { color: var(--soft); opacity: 1; }
.search kbd { position: absolute; right: 0.6rem; top: 0.5rem; font: 0.75rem/1.35rem var(--mono); color: var(--soft);
  border: 1px solid var(--line); border-radius: 4px; padding: 0 0.4rem; background: var(--paper); }
.search input:focus + kbd { display: none; }
.hits { position: absolute; right: 0; top: 2.75rem; width: min(34rem, calc(100vw - 2rem)); max-height: 70vh; overflow-y: auto;
  padding: 0.375rem; background: var(--paper); border: 1px solid var(--line); border-radius: 10px;
  box-shadow: 0 12px 40px rgb(0 0 0 / 0.18); }
.hits a { display: block; padding: 0.5rem 0.75rem; border-radius: 6px; color: var(--ink); text-decoration: none; }
.hits a:hover { background: var(--tint); }
.hits [aria-selected="true"] { background: var(--tint); outline: 2px solid var(--focus); outline-offset: -2px; }
.hits small, .found small { display: block; color: var(--soft); font-size: 0.8125rem; line-height: 1.4; }
.hits p { margin: 0; padding: 0.5rem 0.75rem; color: var(--soft); }
.hits p:empty { display: none; }
nav ul, nav ol { list-style: none; margin: 0; padding: 0; }
#pages a { display: block; padding: 0.22rem 0.75rem; margin-left: -0.75rem; color: var(--soft); text-decoration: none; font-size: 0.9375rem;
  line-height: 1.45; border-radius: 6px; overflow-wrap: anywhere; }
#pages a:hover { color: var(--ink); background: var(--tint); }
#pages a[aria-current] { color: var(--accent); font-weight: 600; background: var(--tint); }
#pages ul ul { margin: 0.15rem 0 0.5rem; padding-left: 0.9rem; border-left: 1px solid var(--line); }
#pages ul ul a { font-size: 0.875rem; }
.group { margin: 1.5rem 0 0.25rem; font-size: 0.8125rem; font-weight: 700; }
.group:first-child { margin-top: 0; }
main { padding: 1.75rem 1.25rem 4rem; min-width: 0; }
.above { font-size: 0.875rem; margin-bottom: 0.35rem; }
.above a { color: var(--soft); }
.ends { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 4rem; }
.ends a { display: block; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 10px; color: var(--ink);
  text-decoration: none; overflow-wrap: anywhere; }
.ends a:hover { border-color: var(--accent); }
.ends span { display: block; color: var(--soft); font-size: 0.8125rem; }
.ends .next { grid-column: 2; text-align: right; }
.foot { margin-top: 1.5rem; font-size: 0.875rem; }
.foot a { color: var(--soft); }
.contents { display: none; }
@media (max-width: 59.99rem) {
  .top { padding: 0 1rem; gap: 0.75rem; }
  .version, .search kbd { display: none; }
  @supports selector(:popover-open) {
    #pages { position: fixed; inset: 0 auto 0 0; width: min(20rem, 86vw); height: 100vh; height: 100dvh; margin: 0; padding: 1.25rem 1.25rem 3rem 1.75rem;
      border: 0; border-right: 1px solid var(--line); background: var(--paper); color: var(--ink); overflow-y: auto; }
    #pages::backdrop { background: rgb(0 0 0 / 0.45); }
  }
  /* Safari 16 and Firefox 124 know no popover: the menu stands below the page. */
  @supports not selector(:popover-open) {
    .menu { display: none; }
    .page { display: flex; flex-direction: column; }
    #pages { order: 1; padding: 1.25rem; border-top: 1px solid var(--line); }
  }
  #pages a { padding-block: 0.5rem; }
}
/* A telephone of Apple zooms into a field whose letters are smaller than 16 pixels. */
@media (max-width: 59.99rem) { .search input { font-size: 1rem; } }
@media (max-width: 30rem) { .brand span { display: none; } .search input { padding-right: 0.5rem; } }
@media (min-width: 60rem) {
  .menu { display: none; }
  .page { display: grid; grid-template-columns: 16.5rem minmax(0, 1fr); max-width: 96rem; margin: 0 auto; }
  #pages { display: block; position: sticky; inset: auto; top: var(--top); width: auto; height: calc(100vh - var(--top)); margin: 0;
    padding: 1.75rem 1rem 3rem 2.25rem; border: 0; border-right: 1px solid var(--line); background: none; color: inherit; overflow-y: auto; }
  main { padding: 2rem 3rem 6rem; }
}
@media (min-width: 80rem) {
  .page:has(> .contents) { grid-template-columns: 16.5rem minmax(0, 1fr) 15rem; }
  .contents { display: block; position: sticky; top: var(--top); align-self: start; max-height: calc(100vh - var(--top)); overflow-y: auto;
    padding: 2.25rem 1.5rem 2rem 0; font-size: 0.875rem; line-height: 1.4; }
  .contents p { margin: 0 0 0.5rem; font-weight: 700; font-size: 0.8125rem; }
  .contents a { display: block; padding: 0.25rem 0 0.25rem 0.75rem; color: var(--soft); text-decoration: none; border-left: 2px solid var(--line); }
  .contents a:hover { color: var(--ink); border-left-color: var(--accent); }
  .contents .h3 a { padding-left: 1.5rem; }
  .is-call .contents, .is-event .contents { display: none; }
  .is-call .page:has(> .contents), .is-event .page:has(> .contents) { grid-template-columns: 16.5rem minmax(0, 1fr); }
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 0.95fr); gap: 3rem; }
  .pair > .code { position: sticky; top: calc(var(--top) + 1rem); align-self: start; max-height: calc(100vh - var(--top) - 2rem); overflow-y: auto; }
}
/* Letters twice as large on a telephone: what stands beside another thing stands below, and no bar stays. */
@media (max-width: 19.99rem) {
  .top { position: static; height: auto; flex-wrap: wrap; padding: 0.5rem; }
  .search { flex: 1 0 100%; }
  html { scroll-padding-top: 1rem; }
  main { padding: 1rem 0.5rem 3rem; }
  .ends { grid-template-columns: minmax(0, 1fr); }
  .ends .next { grid-column: 1; }
}
@media (forced-colors: active) {
  #pages a[aria-current] { outline: 2px solid Highlight; }
}
@media print { #pages, .top, .contents, .ends, .foot, .copy, details:not([open]) { display: none; } pre { white-space: pre-wrap; max-height: none; } }
`;

/** The whole sheet, without the blanks at the begin of its lines. */
export const siteStyle = `${frameStyle}${contentStyle}`.replaceAll(/\n\s*/g, "\n").trim();
