/** Finds the address of the service and the API key: in the options, the variables, or the sandbox of this machine. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServiceAccess } from "./call-operator.ts";
import { credentialMistake, trimEnds, type AccessProblem } from "./operator-access.ts";
import { isObject } from "./print-answer.ts";

export interface GivenAccess {
  readonly url: string | undefined;
  readonly key: string | undefined;
}

/** Finds address and key. The key of the sandbox is sent to the sandbox only. */
export function findPartnerAccess(
  given: GivenAccess,
  variables: Readonly<Record<string, string | undefined>>,
): ServiceAccess | AccessProblem {
  const dataDir = variables["MAPLE_DATA_DIR"] ?? ".maple";
  const sandbox = readSandbox(join(dataDir, "sandbox.json"));
  const url = trimEnds(given.url ?? variables["MAPLE_URL"] ?? sandbox?.url ?? "http://127.0.0.1:8080");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return { problem: `${url} is not an http or https address` };
  const known = given.key ?? variables["MAPLE_API_KEY"] ?? (sandbox?.url === url ? sandbox.key : undefined);
  const key = known?.trim();
  if (key !== undefined && key !== "") return credentialMistake("API key", key) ?? { url, token: key, name: "API key" };
  const looked = sandbox === undefined ? ` (there is no sandbox in ${dataDir}; npm start makes one)` : "";
  return { problem: `no API key for ${url}: set MAPLE_API_KEY, or give --key${looked}` };
}

function readSandbox(file: string): { readonly url: string; readonly key: string } | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isObject(content)) return undefined;
    const { base_url: url, api_key: key } = content;
    return typeof url === "string" && typeof key === "string" ? { url: trimEnds(url), key } : undefined;
  } catch {
    return undefined;
  }
}
