/** The list of all codes, and a page of each: the page that `doc_url` of an error names. Pure. */
import { audienceOf, audiences, type Audience } from "../../docs-pages/audience.ts";
import { refusalsOfEveryCall } from "../../docs-pages/error-section.ts";
import { callAddress, pagePaths } from "../../docs-pages/reference-addresses.ts";
import { inlineProse } from "../../docs-pages/prose.ts";
import { html, type Markup } from "../../pages/html.ts";
import { refusalsOf } from "../../platform/http/openapi/openapi-refusals.ts";
import { refusalCodes, refusalKind, tagOf, type RefusalCode } from "../../platform/http/refusals/refusal-catalogue.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import type { PageBody, SitePage } from "../text/page-parts.ts";
import { codeFigure } from "../text/site-markdown.ts";
import {
  basketReasons,
  denialReasons,
  detailWords,
  errorReasons,
  serviceReasons,
  type ReasonWords,
} from "./error-details.ts";
import { errorMeanings } from "./error-meanings.ts";
import { callPath, errorPath } from "./site-addresses.ts";

const whole = "/docs/errors";

const rules = `Every error has the same body. Branch on \`_tag\` and \`code\`: the message is for a person and may change. Do not repeat a 4xx unchanged, except a 409 that may pass. Repeat a 429 and a 503 after \`Retry-After\`, and a 500 with growing pauses.`;

/** All codes with what to do. */
export function errorsPage(written: () => string): SitePage {
  const everywhere = refusalCodes.filter((code) => refusalsOfEveryCall.has(code));
  const elsewhere = refusalCodes.filter((code) => !refusalsOfEveryCall.has(code));
  return {
    path: whole,
    kind: "page",
    title: "Errors",
    summary: "All codes of errors, and what to do about each.",
    above: [],
    group: "errors",
    terms: ["_tag", "code", "message", "feedback", "doc_url", "retry_after"].map((name) => ({ name })),
    text: `errors refusals codes status ${rules}`,
    body: (highlight) => ({
      headings: [
        { level: 2, id: "codes-of-every-call", text: "Codes of every call" },
        { level: 2, id: "codes-of-some-calls", text: "Codes of some calls" },
      ],
      main: html`<h1>Errors</h1>
        <p>${inlineProse(rules)}</p>
        ${codeFigure(example, "json", highlight, "An error")}
        <h2 id="codes-of-every-call">Codes of every call</h2>
        ${renderCodes(everywhere)}
        <h2 id="codes-of-some-calls">Codes of some calls</h2>
        ${renderCodes(elsewhere)}`,
    }),
    markdown: written,
  };
}

function renderCodes(codes: readonly RefusalCode[]): Markup {
  return html`<dl class="codes">
    ${codes.map((code) => {
      const { status, advice } = refusalKind(code);
      return html`<dt>
          <span class="status">${status}</span> <a href="${errorPath(code)}"><code>${code}</code></a>
        </dt>
        <dd>${inlineProse(advice)}</dd>`;
    })}
  </dl>`;
}

export function errorPage(code: RefusalCode, routes: readonly RouteValue[]): SitePage {
  const { status, advice, details = [] } = refusalKind(code);
  const reasons = errorReasons[code] ?? [];
  const calls = routes.filter((route) => refusalsOf(route).includes(code));
  const meaning = errorMeanings[code];
  return {
    path: errorPath(code),
    kind: "error",
    title: code,
    summary: `${meaning} ${advice}`,
    above: [{ title: "Errors", path: whole }],
    group: "errors",
    terms: [
      { name: code },
      ...details.map((name) => ({ name, anchor: `details-${name}` })),
      ...reasons.map(({ name }) => ({ name, anchor: `reason-${name}` })),
    ],
    text: `${status} ${tagOf(status)} ${meaning} ${advice}`,
    body: () => errorBody(code, calls),
    markdown: () =>
      [
        `# ${code}\n`,
        `Status ${status}, \`${tagOf(status)}\`\n`,
        `${meaning}\n`,
        `What to do: ${advice}\n`,
        ...(details.length === 0 ? [] : ["## Details\n"]),
        ...details.map((name) => `- \`details.${name}\`: ${detailWords[name] ?? ""}`),
        ...(reasons.length === 0
          ? []
          : ["\n## Reasons\n", ...reasons.map(({ name, words }) => `- \`${name}\`: ${words}`)]),
        "\n## Which calls answer it\n",
        ...(refusalsOfEveryCall.has(code)
          ? ["Every call may answer it."]
          : calls.map(({ method, path }) => `- \`${method} ${path}\``)),
        "",
      ].join("\n"),
  };
}

function errorBody(code: RefusalCode, calls: readonly RouteValue[]): PageBody {
  const { status, advice, details = [] } = refusalKind(code);
  const reasons = errorReasons[code] ?? [];
  const heading = (id: string, text: string) => ({ level: 2, id, text }) as const;
  return {
    headings: [
      heading("do", "What to do"),
      ...(details.length === 0 ? [] : [heading("details", "Details")]),
      ...(reasons.length === 0 ? [] : [heading("reasons", "Reasons")]),
      heading("calls", "Which calls answer it"),
    ],
    main: html`<h1>${code}</h1>
      <p class="facts">
        <span class="access">Status ${status}</span> <span class="access"><code>${tagOf(status)}</code></span>
      </p>
      <p class="lead">${inlineProse(errorMeanings[code])}</p>
      <h2 id="do">What to do</h2>
      <p>${inlineProse(advice)}</p>
      ${
        details.length > 0 &&
        html`<h2 id="details">Details</h2>
          ${renderWords(
            details.map((name) => ({ name, shown: `details.${name}`, words: detailWords[name] ?? "" })),
            "details",
          )}`
      }
      ${
        reasons.length > 0 &&
        html`<h2 id="reasons">Reasons</h2>
          ${renderWords(reasons, "reason")}`
      }
      <h2 id="calls">Which calls answer it</h2>
      ${renderCalls(code, calls)}`,
  };
}

/** So many calls of another audience are listed; more are only counted. */
const mostOfOthers = 12;

function renderCalls(code: RefusalCode, calls: readonly RouteValue[]): Markup {
  if (refusalsOfEveryCall.has(code)) return html`<p>Every call may answer it.</p>`;
  if (calls.length === 0) return html`<p>No call answers it now.</p>`;
  return html`${audiences.map((audience) => {
    const own = calls.filter((route) => audienceOf(route) === audience);
    if (own.length === 0) return null;
    const heading = audience !== "partner" && html`<h3>${audienceNames[audience]}</h3>`;
    if (audience !== "partner" && own.length > mostOfOthers)
      return html`${heading}
        <p><a href="${pagePaths[audience]}">${own.length} calls</a></p>`;
    return html`${heading}
      <ul class="calls">
        ${own.map(renderLink)}
      </ul>`;
  })}`;
}

const audienceNames: Readonly<Record<Audience, string>> = {
  partner: "Partners",
  diner: "Diners and guests",
  operator: "Operators",
  channel: "Booking channels",
  console: "The console",
};

function renderWords(reasons: readonly (ReasonWords & { readonly shown?: string })[], prefix: string): Markup {
  return html`<dl class="codes">
    ${reasons.map(
      ({ name, words, shown = name }) =>
        html`<dt id="${prefix}-${name}"><code>${shown}</code></dt>
          <dd>${inlineProse(words)}</dd>`,
    )}
  </dl>`;
}

/** The reasons of orders: those that an app gives, those that the service gives, and why a basket is refused. */
export function reasonsPage(): SitePage {
  const lists = [
    ["denial", "Denying and cancelling an order", denialReasons],
    ["service", "Given by the service", serviceReasons],
    ["basket", "Why a basket is refused", basketReasons],
  ] as const;
  return {
    path: "/docs/reasons",
    kind: "page",
    title: "Reasons",
    summary: "The reasons with which orders are denied, cancelled, rejected and refused.",
    above: [],
    group: "errors",
    terms: lists.flatMap(([prefix, , reasons]) => reasons.map(({ name }) => ({ name, anchor: `${prefix}-${name}` }))),
    text: "reasons denial deny cancel reject basket",
    body: () => ({
      headings: lists.map(([id, text]) => ({ level: 2, id, text })),
      main: html`<h1>Reasons</h1>
        <p class="lead">
          An app may also send its own words. A reader of reasons has to take words that are not listed here.
        </p>
        ${lists.map(
          ([id, title, reasons]) =>
            html`<h2 id="${id}">${title}</h2>
              ${renderWords(reasons, id)}`,
        )}`,
    }),
    markdown: () =>
      [
        "# Reasons\n",
        ...lists.flatMap(([, title, reasons]) => [
          `## ${title}\n`,
          ...reasons.map(({ name, words }) => `- \`${name}\`: ${words}`),
          "",
        ]),
      ].join("\n"),
  };
}

/** Where a call is described: partners' calls on a page of their own, others in the reference of their audience. */
export function addressOfRoute(route: RouteValue): string {
  const audience = audienceOf(route);
  return audience === "partner"
    ? callPath(route.tag, route.operationId)
    : callAddress(audience, route.tag, route.operationId);
}

function renderLink(route: RouteValue): Markup {
  return html`<li>
    <a href="${addressOfRoute(route)}">${route.summary}</a>
    <span
      ><span class="method ${route.method.toLowerCase()}">${route.method}</span>
      <code class="path">${route.path}</code></span
    >
  </li>`;
}

const example = JSON.stringify(
  {
    _tag: "DeveloperApiBadRequest",
    message: "body.reason must not be empty",
    code: "invalid_request",
    feedback:
      "If this message does not say what to change, tell us: POST /v1/feedback with the x-request-id of this answer.",
    doc_url: "https://maple.example/docs/errors/invalid_request",
    details: { issues: [{ path: "body.reason", message: "must not be empty" }] },
  },
  null,
  2,
);
