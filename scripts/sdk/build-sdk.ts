/**
 * Builds the SDK's package into a folder: JavaScript for ES modules and CommonJS, types for both, the manifest that
 * is published. The manifest of the checkout points at the sources instead, so that examples run without a build.
 */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));
const source = join(root, "packages/sdk");
const entries = ["sdk", "webhooks/webhooks"];

/** Builds the package into the folder, which is made anew; answers its name and version. */
export async function buildSdk(folder: string): Promise<{ readonly name: string; readonly version: string }> {
  rmSync(folder, { recursive: true, force: true });
  for (const format of ["esm", "cjs"] as const) {
    await build({
      absWorkingDir: source,
      entryPoints: entries.map((entry) => `src/${entry}.ts`),
      outdir: join(folder, "dist", format),
      outbase: "src",
      bundle: true,
      format,
      target: "es2022",
      platform: "neutral",
      logLevel: "warning",
    });
    const type = { type: format === "esm" ? "module" : "commonjs" };
    writeFileSync(join(folder, "dist", format, "package.json"), `${JSON.stringify(type)}\n`);
  }
  declareTypes(join(folder, "dist/esm"));
  cpSync(join(folder, "dist/esm"), join(folder, "dist/cjs"), {
    recursive: true,
    filter: (path) => !path.endsWith(".js") && !path.endsWith("package.json"),
  });
  cpSync(join(source, "README.md"), join(folder, "README.md"));
  const manifest = publishedManifest();
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Packs a built folder into `{name}-{version}.tgz` of another; answers the file's path. */
export function packFolder(folder: string, into: string): string {
  mkdirSync(into, { recursive: true });
  const packed = spawnSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", into], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  const [made] = JSON.parse(packed.stdout) as readonly { readonly filename: string }[];
  if (made === undefined) throw new Error("npm pack named no file");
  return join(into, made.filename.replace(/^@/, "").replace("/", "-"));
}

function declareTypes(folder: string): void {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const config = join(source, "tsconfig.build.json");
  const ran = spawnSync(process.execPath, [compiler, "-p", config, "--outDir", folder], { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`the types of the SDK were not made: ${ran.stdout}${ran.stderr}`);
  // The compiler leaves `.ts` in declarations; older compilers of partners find `.js` only.
  for (const file of globSync("**/*.d.ts", { cwd: folder }).map((name) => join(folder, name))) {
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(["'])(\.{1,2}\/[^"']+)\.ts\1/g, "$1$2.js$1"));
  }
}

function publishedManifest(): { readonly name: string; readonly version: string } {
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly private?: boolean;
  };
  const { private: _, ...published } = manifest;
  const conditions = (entry: string): object =>
    Object.fromEntries(
      [
        ["import", "esm"],
        ["require", "cjs"],
      ].map(([condition = "", format = ""]) => [
        condition,
        { types: `./dist/${format}/${entry}.d.ts`, default: `./dist/${format}/${entry}.js` },
      ]),
    );
  const whole = {
    ...published,
    main: "./dist/cjs/sdk.js",
    types: "./dist/cjs/sdk.d.ts",
    // Where TypeScript does not read `exports` (moduleResolution node).
    typesVersions: { "*": { webhooks: ["./dist/cjs/webhooks/webhooks.d.ts"] } },
    exports: { ".": conditions("sdk"), "./webhooks": conditions("webhooks/webhooks") },
    files: ["dist"],
    sideEffects: false,
  };
  return whole;
}
