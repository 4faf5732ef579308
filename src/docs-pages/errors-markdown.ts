/** The text of docs/errors.md: every refusal code, which calls answer it, and what to do about it. */
import { refusalsOf } from "../platform/http/openapi/openapi-refusals.ts";
import { refusalCodes, refusalKind, tagOf } from "../platform/http/refusals/refusal-catalogue.ts";
import type { RouteValue } from "../platform/http/route-value.ts";
import { refusalsOfEveryCall } from "./error-section.ts";

const heading = `# Errors

<!-- Written by npm run openapi from the refusal catalogue and the routes. Change those, never this file. -->

Every error has the body \`{_tag, message, code, feedback, details?, retry_after?}\` and the header \`x-request-id\`.
Branch on \`_tag\` and \`code\`; \`message\` is for a person and may change. Do not repeat a 4xx unchanged, except a 409 that
may pass by itself; repeat a 429 and a 503 after \`Retry-After\`, a 500 with growing pauses.
`;

/** Writes the page; the routes say which calls answer which code. */
export function errorsMarkdown(routes: readonly RouteValue[]): string {
  const everywhere = refusalCodes.filter((code) => refusalsOfEveryCall.has(code));
  const elsewhere = refusalCodes.filter((code) => !refusalsOfEveryCall.has(code));
  return [
    heading,
    "## Codes of every call\n",
    table(everywhere),
    "\n## Codes of some calls\n",
    table(elsewhere),
    "\n## Which calls\n",
    ...elsewhere.map((code) => callsOf(code, routes)),
  ].join("\n");
}

function table(codes: readonly string[]): string {
  const rows = codes.map((code) => {
    const { status, advice, details } = refusalKind(code);
    const fields = (details ?? []).map((name) => `\`${name}\``).join(", ");
    return `| ${status} | \`${code}\` | \`${tagOf(status)}\` | ${advice.replaceAll("|", "\\|")} | ${fields} |`;
  });
  return ["| Status | Code | Tag | What to do | Details |", "|---|---|---|---|---|", ...rows].join("\n");
}

function callsOf(code: string, routes: readonly RouteValue[]): string {
  const calls = routes
    .filter((route) => refusalsOf(route).some((own) => own === code))
    .map((route) => `- \`${route.method} ${route.path}\``);
  return `### ${code}\n\n${calls.length === 0 ? "No call answers this yet." : calls.join("\n")}\n`;
}
