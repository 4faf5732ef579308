/** Finds the address of the service and the operator's token: in the options, the variables, or the sandbox of this machine. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withoutEndSlashes } from "../kernel/base-address.ts";
import { isObject } from "./print-answer.ts";

export interface OperatorAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string;
}

export interface AccessProblem {
  readonly problem: string;
}

/**
 * Finds address and token. The token of the sandbox is sent to the sandbox only: an address that names another service
 * needs its own token.
 */
export function findAccess(
  given: { readonly url: string | undefined; readonly token: string | undefined },
  variables: Readonly<Record<string, string | undefined>>,
): OperatorAccess | AccessProblem {
  const dataDir = variables["MAPLE_DATA_DIR"] ?? ".maple";
  const sandbox = readSandbox(join(dataDir, "sandbox.json"));
  const url = trimEnds(given.url ?? variables["MAPLE_URL"] ?? sandbox?.url ?? "http://127.0.0.1:8080");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return { problem: `${url} is not an http or https address` };
  const known = given.token ?? variables["OPERATOR_TOKEN"] ?? (sandbox?.url === url ? sandbox.token : undefined);
  const token = known?.trim();
  if (token !== undefined && token !== "") return credentialMistake("operator token", token) ?? { url, token };
  const looked = sandbox === undefined ? ` (there is no sandbox in ${dataDir}; npm start makes one)` : "";
  return { problem: `no operator token for ${url}: set OPERATOR_TOKEN${looked}` };
}

function readSandbox(file: string): OperatorAccess | undefined {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
  if (!isObject(content)) return undefined;
  const { base_url: url, operator_token: token } = content;
  return typeof url === "string" && typeof token === "string" ? { url: trimEnds(url), token } : undefined;
}

/** An address as it is typed or stands in a file, without blanks around it and slashes at its end. */
export function trimEnds(url: string): string {
  return withoutEndSlashes(url.trim());
}

/** A credential that no header can carry was copied with quotation marks, or with signs that nobody sees. */
export function credentialMistake(name: string, credential: string): AccessProblem | undefined {
  if (/^[\x21-\x7e]+$/.test(credential)) return undefined;
  return { problem: `the ${name} has signs that no key has, such as curved quotation marks or blanks: copy it again` };
}
