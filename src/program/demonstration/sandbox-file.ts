/**
 * What a sandbox keeps in its data directory: `secrets.json` (the operator token and secret key that were made at the
 * first start) and `sandbox.json` (what a partner developer needs to begin). Both are readable by their owner only.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Id } from "../../kernel/id.ts";
import { generateSecrets, type Config } from "../config.ts";
import type { ReaderValues } from "../../docs-site/serve/docs-site.plugin.ts";
import type { SeededSandbox } from "../../sandbox/seed-sandbox.command.ts";

export interface Secrets {
  /** Null: this service has none. */
  readonly operatorToken: string | null;
  readonly secretKey: Buffer;
}

/** `{base_url, operator_token, app, api_key, locations, people}` (rules/operating 9.3; rules/people 8.1). */
export interface SandboxFile {
  readonly base_url: string;
  readonly operator_token: string | null;
  readonly app: { readonly id: Id<"app">; readonly name: string };
  readonly api_key: string;
  readonly locations: readonly { readonly id: Id<"str">; readonly name: string; readonly timezone: string }[];
  /** One for each role; the address signs in with one click. */
  readonly people: readonly SandboxPerson[];
}

export interface SandboxPerson {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  readonly sign_in_url: string;
}

/** The configured secrets; what is missing is made once and kept, on the embedded database only. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const { operatorToken, secretKey, databaseUrl } = config;
  if (secretKey !== null && (operatorToken !== null || databaseUrl !== null)) return { operatorToken, secretKey };
  const file = path.join(config.dataDir, "secrets.json");
  const kept = (await readJson(file)) as { readonly operator_token: string; readonly secret_key: string } | undefined;
  const made =
    kept === undefined
      ? generateSecrets()
      : { operatorToken: kept.operator_token, secretKey: Buffer.from(kept.secret_key, "base64") };
  if (kept === undefined) {
    await writeJson(file, { operator_token: made.operatorToken, secret_key: made.secretKey.toString("base64") });
  }
  return { operatorToken: operatorToken ?? made.operatorToken, secretKey: secretKey ?? made.secretKey };
}

/** Writes `sandbox.json` for a sandbox just seeded, or brings its address up to date; undefined when its key is not known. */
export async function writeSandboxFile(
  dataDir: string,
  current: {
    readonly baseUrl: string;
    readonly operatorToken: string | null;
    readonly seeded: SeededSandbox | undefined;
    readonly people: readonly SandboxPerson[];
  },
): Promise<SandboxFile | undefined> {
  const file = path.join(dataDir, "sandbox.json");
  const { seeded } = current;
  const kept = (await readJson(file)) as SandboxFile | undefined;
  const known =
    seeded === undefined
      ? kept
      : { app: seeded.app, api_key: seeded.apiKey, locations: [seeded.location, seeded.shop] };
  if (known === undefined) return undefined;
  const sandbox: SandboxFile = {
    base_url: current.baseUrl,
    operator_token: current.operatorToken,
    app: known.app,
    api_key: known.api_key,
    locations: known.locations,
    people: current.people,
  };
  await writeJson(file, sandbox);
  return sandbox;
}

/** What the samples of the docs read from variables; undefined before the sandbox is seeded. */
export async function findReader(dataDir: string): Promise<ReaderValues | undefined> {
  const file = (await readJson(path.join(dataDir, "sandbox.json"))) as SandboxFile | undefined;
  const location = file?.locations[0];
  if (file === undefined || location === undefined) return undefined;
  return { MAPLE_URL: file.base_url, MAPLE_API_KEY: file.api_key, LOCATION: location.id };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  await writeFile(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, file);
}
