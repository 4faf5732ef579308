/** The style of the documentation page: one column on a phone, three on a wide screen, dark when the reader's system is. */
import { Markup } from "../pages/html.ts";

export const pageStyle = `
:root {
  --ink: #1d2125; --soft: #565f69; --line: #e3e6ea; --paper: #ffffff; --tint: #f6f7f9; --accent: #a63a12;
  --code: #1b1f27; --code-ink: #e6e9ef; --code-soft: #9aa4b2; --chip: #eef0f3;
  --get: #0b6e4f; --post: #1f4fbf; --patch: #8a5a00; --put: #6a3fb5; --delete: #b3261e;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --top: 3.25rem;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e7eb; --soft: #a3acb7; --line: #2b3138; --paper: #14171b; --tint: #1b1f25; --accent: #ff9a6b;
    --code: #0d1014; --code-ink: #dfe3e9; --code-soft: #8791a0; --chip: #262b32;
    --get: #5bd3a6; --post: #8fb2ff; --patch: #f0c060; --put: #c4a5ff; --delete: #ff8f87;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--top) + 1rem); -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 0.9375rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 2rem; letter-spacing: -0.02em; }
h2 { font-size: 1.5rem; letter-spacing: -0.01em; }
h3 { font-size: 1.125rem; }
h4, h2.part { font-size: 0.8125rem; margin: 1.5rem 0 0.25rem; color: var(--soft); text-transform: uppercase; letter-spacing: 0.05em; }
p { margin: 0.5rem 0; max-width: 68ch; }
.text > ul:not(.fields) { padding-left: 1.25rem; max-width: 68ch; }
.text > ul:not(.fields) > li { margin: 0.35rem 0; }
code { font-family: var(--mono); font-size: 0.875em; }
p code, li > code, td code, .access code { background: var(--chip); border-radius: 4px; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.75rem; z-index: 3; background: var(--paper); padding: 0.25rem 0.75rem; }
.top { position: sticky; top: 0; z-index: 2; height: var(--top); display: flex; align-items: center; gap: 1rem;
  padding: 0 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.brand { color: var(--ink); font-weight: 700; font-size: 1.0625rem; letter-spacing: -0.01em; }
.brand span { color: var(--accent); }
.version { color: var(--soft); font-size: 0.8125rem; }
.machine { font-size: 0.8125rem; }
.machine:first-of-type, .version + .machine { margin-left: auto; }
.machine:last-child { font-family: var(--mono); font-size: 0.8125rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.2rem 0; color: var(--soft); }
nav > ul > li > a { color: var(--ink); font-weight: 600; }
nav a[aria-current] { color: var(--accent); font-weight: 600; }
nav li li a { font-size: 0.8125rem; line-height: 1.4; padding-left: 0.75rem; border-left: 2px solid var(--line); }
nav li li a:hover { border-left-color: var(--accent); color: var(--ink); text-decoration: none; }
main { padding: 0 1.25rem 6rem; min-width: 0; }
main > section { padding: 2.25rem 0 0.5rem; }
main > section + section { border-top: 1px solid var(--line); margin-top: 2.5rem; }
.lead { color: var(--soft); font-size: 1.0625rem; }
.calls { list-style: none; margin: 1rem 0 0; padding: 0.5rem 0; background: var(--tint); border: 1px solid var(--line); border-radius: 8px; }
.calls p { margin: 0; padding: 0 1rem 0.5rem; color: var(--soft); }
.calls a { display: flex; gap: 0.75rem; padding: 0.2rem 1rem; color: var(--ink); }
.call { display: flex; gap: 0.75rem; align-items: baseline; margin: 0.6rem 0 0.25rem; }
.method { font: 700 0.75rem/1.9 var(--mono); min-width: 3.6rem; }
.method.get { color: var(--get); } .method.post { color: var(--post); } .method.patch { color: var(--patch); }
.method.put { color: var(--put); } .method.delete { color: var(--delete); }
.path { overflow-wrap: anywhere; }
.path var { font-style: normal; color: var(--accent); }
.access { font-size: 0.8125rem; color: var(--soft); margin-top: 0.25rem; }
.fields { list-style: none; margin: 0; padding: 0; }
.fields > li { padding: 0.6rem 0; border-top: 1px solid var(--line); }
.fields > li:first-child { border-top: 0; }
.fields p { margin: 0.15rem 0 0; color: var(--soft); font-size: 0.875rem; }
.field-head { display: flex; flex-wrap: wrap; gap: 0.1rem 0.6rem; align-items: baseline; }
.name { font-weight: 600; color: var(--ink); }
.type, .limit { color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
.optional { color: var(--soft); font-size: 0.75rem; border: 1px solid var(--line); border-radius: 999px; padding: 0 0.5rem;
  text-transform: none; letter-spacing: 0; font-weight: 400; }
details { margin-top: 0.35rem; }
.answer > details { margin-top: 0; }
summary { cursor: pointer; color: var(--accent); font-size: 0.8125rem; width: fit-content; }
details > .fields { margin-top: 0.25rem; padding-left: 0.9rem; border-left: 2px solid var(--line); }
.answer { padding: 0.25rem 0; }
.answer > p { margin: 0.25rem 0; }
.status { font: 600 0.8125rem var(--mono); color: var(--get); margin-right: 0.35rem; }
.shape { color: var(--soft); }
.every { font-size: 0.8125rem; color: var(--soft); }
.table { overflow-x: auto; margin: 0.5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 1rem 0.45rem 0; border-top: 1px solid var(--line); }
th { border-top: 0; color: var(--soft); font-size: 0.75rem; font-weight: 600; }
td code { white-space: nowrap; overflow-wrap: normal; }
tr:target td { color: var(--accent); }
figure { margin: 0 0 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
figcaption { color: var(--code-soft); font-size: 0.75rem; padding: 0.5rem 1rem 0; }
pre { margin: 0; padding: 0.6rem 1rem 1rem; overflow: auto; max-height: 34rem; color: var(--code-ink); font-size: 0.8125rem; line-height: 1.55; tab-size: 2; }
pre code { font-size: 1em; }
.guide h3 { margin-top: 2rem; }
.code { margin-top: 1.25rem; min-width: 0; }
.text { min-width: 0; }
@media (max-width: 59.99rem) {
  .top { padding: 0 1.25rem; }
  nav { position: sticky; top: var(--top); z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line); overflow-x: auto; }
  nav > ul { display: flex; gap: 1.25rem; padding: 0.35rem 1.25rem; white-space: nowrap; }
  nav > ul > li > a { font-weight: 500; font-size: 0.875rem; }
  nav li ul { display: none; }
  html { scroll-padding-top: calc(var(--top) + 3.5rem); }
}
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.6rem 0; border-top: 1px solid var(--line); }
  tbody > tr:first-child { border-top: 0; }
  td { border: 0; padding: 0; }
  td.advice { flex-basis: 100%; color: var(--soft); }
  td.tag, td.details { display: none; }
}
@media (min-width: 60rem) {
  .page { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 100rem; margin: 0 auto; }
  nav { position: sticky; top: var(--top); height: calc(100vh - var(--top)); overflow-y: auto; padding: 1.5rem 1rem 3rem 1.5rem;
    border-right: 1px solid var(--line); }
  nav > ul > li { margin-bottom: 0.75rem; }
  main { padding: 0 2.5rem 8rem; }
}
@media (min-width: 80rem) {
  article, .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 0.85fr); gap: 2.5rem; }
  .code { margin-top: 0; }
  article > .code, .pair > .code { position: sticky; top: calc(var(--top) + 1rem); align-self: start; }
}
@media print { nav, .top { display: none; } pre { max-height: none; white-space: pre-wrap; } }
`;

/** The style as the page holds it: its very text, because the page's policy admits it by its hash. */
export const styleElement = new Markup(`<style>${pageStyle}</style>`);
