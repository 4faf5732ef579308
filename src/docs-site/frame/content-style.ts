/** The style of the content of pages: text, code, fields, tables, diagrams. */
export const contentStyle = `
main { overflow-wrap: break-word; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 2rem; letter-spacing: -0.02em; margin: 0 0 0.75rem; }
h2 { font-size: 1.375rem; letter-spacing: -0.01em; margin: 2.75rem 0 0.75rem; }
h3 { font-size: 1.0625rem; margin: 2rem 0 0.5rem; }
p, main > ul, main > ol, dl { margin: 0.75rem 0; max-width: 70ch; }
main > ul > li, main > ol > li { margin: 0.4rem 0; }
.lead { color: var(--soft); font-size: 1.125rem; }
.note { background: var(--note); border-radius: 8px; padding: 0.6rem 1rem; }
code { font-family: var(--mono); font-size: 0.875em; overflow-wrap: anywhere; }
p code, li code, td code, dd code { background: var(--chip); border-radius: 4px; padding: 0.1em 0.3em; }
.code-box { position: relative; margin: 1rem 0; background: var(--code); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
figcaption { color: var(--soft); font-size: 0.8125rem; padding: 0.5rem 1rem; border-bottom: 1px solid var(--line); min-height: 2.25rem; }
pre { margin: 0; padding: 0.85rem 1rem; overflow: auto; max-height: 36rem; white-space: pre-wrap; font-size: 0.8125rem; line-height: 1.6; tab-size: 2; }
pre code { font-size: 1em; }
pre .c { color: var(--c); } pre .s { color: var(--s); } pre .k { color: var(--k); } pre .n { color: var(--n); }
pre .f { color: var(--f); } pre .p { color: var(--p); } pre .v { color: var(--v); }
.copy { position: absolute; top: 0.3rem; right: 0.4rem; padding: 0.1rem 0.6rem; font-size: 0.8125rem; background: var(--paper); color: var(--soft); }
.copy.own-key { right: 4.6rem; }
@media (max-width: 40rem) { .copy.own-key { display: none; } }
/* The button lies on no text. */
.code-box:has(> .copy) > figcaption { padding-right: 5rem; }
.code-box:has(> .own-key) > figcaption { padding-right: 13rem; }
.code-box:has(> .copy):not(:has(> figcaption)) > pre { padding-top: 2.4rem; }
.copy:hover { color: var(--ink); }
.tabs { position: relative; margin: 0 0 1rem; padding: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--code); min-width: 0; overflow: hidden; }
.tabs legend { float: left; padding: 0.45rem 0.25rem 0.45rem 1rem; color: var(--soft); font-size: 0.8125rem; }
.tabs input { position: absolute; opacity: 0; }
.tabs label { float: left; padding: 0.45rem 0.6rem; font-size: 0.8125rem; color: var(--soft); cursor: pointer; border-bottom: 2px solid transparent; }
.tabs label:hover { color: var(--ink); }
.tabs input:checked + label { color: var(--accent); font-weight: 600; border-bottom-color: var(--accent); }
.tabs input:focus-visible + label { outline: 2px solid var(--focus); outline-offset: -3px; border-radius: 6px; }
.tabs .tab { display: none; clear: both; margin: 0; border: 0; border-top: 1px solid var(--line); border-radius: 0; }
.tabs:has(#in-sh:checked) .sh, .tabs:has(#in-ts:checked) .ts, .tabs:has(#in-python:checked) .python { display: block; }
.tabs .tab { position: static; overflow: visible; background: none; }
p.call { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; margin: 0 0 0.5rem; }
.method { font: 700 0.75rem/1.9 var(--mono); min-width: 3.4rem; display: inline-block; }
.method.get { color: var(--get); } .method.post { color: var(--post); } .method.patch { color: var(--patch); }
.method.put { color: var(--put); } .method.delete { color: var(--delete); }
.path { overflow-wrap: anywhere; background: none; padding: 0; }
.path var { font-style: normal; color: var(--accent); }
.facts { display: flex; flex-wrap: wrap; gap: 0.4rem 0.75rem; margin: 0.5rem 0 1rem; }
.access { margin: 0; padding: 0.15rem 0.6rem; font-size: 0.8125rem; color: var(--soft); border: 1px solid var(--line); border-radius: 999px; }
.access code { background: none; padding: 0; }
.fields { list-style: none; margin: 0; padding: 0; max-width: none; }
.fields > li { padding: 0.65rem 0; border-top: 1px solid var(--line); }
.fields > li:first-child { border-top: 0; }
.fields > li:target > .name, dt:target, li:target { background: var(--note); border-radius: 4px; }
.fields p { margin: 0.2rem 0 0; color: var(--soft); font-size: 0.9375rem; }
.name { font: 600 0.875rem var(--mono); color: var(--ink); text-decoration: none; margin-right: 0.4rem; overflow-wrap: anywhere; }
.name:hover { text-decoration: underline; }
.type, .notes { color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
.notes::before { content: "· "; }
details { margin-top: 0.35rem; }
summary { cursor: pointer; color: var(--accent); font-size: 0.875rem; width: fit-content; }
details > .fields { margin-top: 0.25rem; padding-left: 0.9rem; border-left: 2px solid var(--line); }
.answer > p { margin: 0.25rem 0; }
.status { font: 600 0.8125rem var(--mono); color: var(--soft); margin-right: 0.35rem; }
.shape { color: var(--soft); }
.calls, .names, .moves { list-style: none; margin: 1rem 0; padding: 0; max-width: none; }
.calls li { display: flex; flex-wrap: wrap; gap: 0 1.5rem; justify-content: space-between; padding: 0.6rem 0; border-top: 1px solid var(--line); }
.calls .method { min-width: 3.2rem; }
.calls .path { font-size: 0.8125rem; color: var(--soft); }
.hash { font-size: 0.75rem; color: var(--soft); background: none !important; padding: 0 !important; }
.names { columns: 15rem; }
.names li { padding: 0.15rem 0; overflow-wrap: anywhere; }
.codes { max-width: none; }
.codes dt { margin-top: 0.85rem; }
.codes dd { margin: 0.1rem 0 0; color: var(--soft); font-size: 0.9375rem; max-width: 75ch; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 0.85rem; max-width: none; }
.cards div { border: 1px solid var(--line); border-radius: 10px; padding: 0.85rem 1.1rem; background: var(--tint); }
.cards dt { font-weight: 600; }
.cards dd { margin: 0.2rem 0 0; color: var(--soft); font-size: 0.9375rem; line-height: 1.5; }
.found { list-style: none; padding: 0; max-width: 70ch; }
.found li { padding: 0.75rem 0; border-top: 1px solid var(--line); }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; line-height: 1.5; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 1.25rem 0.5rem 0; border-top: 1px solid var(--line); }
td:first-child { min-width: 7rem; }
table:has(thead td:first-child:empty) td:first-child { min-width: 0; width: 2rem; }
td:last-child, th:last-child { padding-right: 0; }
thead th, thead td { border-top: 0; color: var(--soft); font-size: 0.8125rem; font-weight: 600; }
.shot { display: block; margin: 1rem 0; }
.shot img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
.states { margin: 1.25rem 0; }
.drawn { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--code); }
.drawn svg { display: block; max-width: none; margin: 0 auto; }
.drawn rect { fill: var(--paper); stroke: var(--soft); }
.drawn .begin rect { stroke: var(--accent); stroke-width: 2; }
.drawn .end rect { fill: var(--chip); stroke: none; }
.drawn text { fill: var(--ink); font: 500 13px var(--mono); text-anchor: middle; dominant-baseline: central; }
.drawn .move { fill: none; stroke: var(--soft); stroke-width: 1.25; }
.drawn .back { stroke-dasharray: 4 3; }
.drawn marker path { fill: var(--soft); }
.entry h3 { margin-bottom: 0.25rem; }
.kind { font: 500 0.75rem/1.6 var(--mono); color: var(--soft); border: 1px solid var(--line); border-radius: 999px; padding: 0 0.5rem; white-space: nowrap; }
.moves { font-size: 0.9375rem; }
@media (max-width: 19.99rem) {
  h1 { font-size: 1.5rem; }
  h1, h2, h3, td, th { -webkit-hyphens: auto; hyphens: auto; }
  th, td { padding-right: 0.5rem; }
  td:first-child { min-width: 0; }
  td { overflow-wrap: anywhere; }
  pre { padding-inline: 0.5rem; }
  .code-box:has(> .own-key) > figcaption { padding-right: 5rem; }
}
`;
