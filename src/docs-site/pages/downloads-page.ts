/** The downloads of a developer: descriptions, packages, and files that verify deliveries. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { SitePage } from "../text/page-parts.ts";

/** A file that the site hands out. */
export interface Download {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** As npm writes it into lock files: `sha512-` and base64. */
  readonly integrity: string;
}

const descriptions = [
  ["/openapi/partner.json", "partners"],
  ["/openapi/diner.json", "diners and guests"],
  ["/openapi/channel.json", "booking channels"],
  ["/openapi/operator.json", "operators"],
  ["/openapi/console.json", "the console"],
] as const;

/** What a file is, and how it is used. */
const words: readonly (readonly [RegExp, string, string?])[] = [
  [/^sdk-/, "the SDK", 'npm install "$MAPLE_URL/docs/downloads/NAME"'],
  [/^maple-/, "the command", 'npx --package="$MAPLE_URL/docs/downloads/NAME" maple help'],
  [/^webhook-vectors\.json$/, "deliveries that verify and that do not, to test code of your own"],
  [/^verify[-_]?webhook\./i, "verifies a delivery; one file without dependencies"],
];

function wordsOf(name: string): { readonly about: string; readonly use?: string } {
  const [, about = "", use] = words.find(([pattern]) => pattern.test(name)) ?? [];
  return use === undefined ? { about } : { about, use: use.replace("NAME", name) };
}

function written(name: string): string {
  const { about, use } = wordsOf(name);
  return use === undefined ? about : `${about}, \`${use}\``;
}

function shown(name: string): Markup {
  const { about, use } = wordsOf(name);
  return html`${about}${use !== undefined && html`<br /><code class="hash">${use}</code>`}`;
}

export function downloadsPage(files: readonly Download[]): SitePage {
  return {
    path: "/docs/downloads",
    kind: "page",
    title: "Downloads",
    summary: "The interface as OpenAPI, the packages, and code that verifies deliveries.",
    above: [],
    group: "Start",
    terms: [{ name: "openapi" }, ...files.map(({ name }) => ({ name }))],
    text: "download openapi sdk tarball verify vectors",
    body: () => ({
      headings: [
        { level: 2, id: "descriptions", text: "The interface as OpenAPI" },
        { level: 2, id: "files", text: "Files" },
      ],
      main: html`<h1>Downloads</h1>
        <h2 id="descriptions">The interface as OpenAPI</h2>
        <p>
          OpenAPI 3.1, one description for each audience. Clients for other languages are made from that of partners.
        </p>
        <ul>
          ${descriptions.map(([path, audience]) => html`<li><a href="${path}">${path.slice(1)}</a>: ${audience}</li>`)}
        </ul>
        <h2 id="files">Files</h2>
        <p>Each file stands with its SHA-512, as npm writes it into a lock file.</p>
        ${
          !files.some(({ name }) => name.endsWith(".tgz")) &&
          html`<p>
            This service has no packages to hand out. Take them from the service that the operator runs, at
            <code>/docs/downloads</code> there; in a checkout <code>npm run build:packages</code> makes them.
          </p>`
        }
        <dl class="codes">
          ${files.map(
            ({ name, path, bytes, integrity }) =>
              html`<dt><a href="${path}" download>${name}</a> <span class="type">${sizeOf(bytes)}</span></dt>
                <dd>
                  ${shown(name)}<br />
                  <code class="hash">${integrity}</code>
                </dd>`,
          )}
        </dl>`,
    }),
    markdown: () =>
      [
        "# Downloads\n",
        ...descriptions.map(([path, audience]) => `- [${path.slice(1)}](${path}): ${audience}`),
        ...files.map(({ name, path, integrity }) => `- [${name}](${path}): ${written(name)}; \`${integrity}\``),
        "",
      ].join("\n"),
  };
}

function sizeOf(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} KB`;
}
