/** Loads Twilio's SDK and gives it an HTTP client that is bounded in time and size. */
import type twilio from "twilio";
import type { TwilioSettings } from "./twilio-settings.ts";

type Sdk = typeof twilio;
export type TwilioSDKClient = ReturnType<Sdk>;

const timeoutMs = 8_000;
const largestAnswer = 256 * 1024;

/** The SDK, loaded once for the process. */
export async function loadSdk(): Promise<Sdk> {
  return (await import("twilio")).default;
}

/** A client of the account. */
export async function loadTwilio({ accountSid, authToken, apiUrl }: TwilioSettings): Promise<TwilioSDKClient> {
  const sdk = await loadSdk();
  type Request = InstanceType<typeof sdk.RequestClient>["request"];
  class BoundedClient extends sdk.RequestClient {
    override request: Request = async (options) => {
      const answer = await callOut({ ...options, apiUrl });
      this.lastResponse = answer;
      return answer;
    };
  }
  return sdk(accountSid, authToken, { httpClient: new BoundedClient(), autoRetry: false });
}

interface SdkRequest {
  readonly method: string;
  readonly uri: string;
  readonly username?: string;
  readonly password?: string;
  readonly headers?: object;
  readonly params?: object;
  readonly data?: unknown;
  readonly apiUrl: string | undefined;
}

async function callOut({ method, uri, username = "", password = "", headers = {}, params, data, apiUrl }: SdkRequest) {
  const url = new URL(uri);
  const target = apiUrl === undefined ? url : new URL(url.pathname + url.search, apiUrl);
  for (const [name, value] of fieldsOf(params)) target.searchParams.append(name, value);
  const sends = method.toLowerCase() === "post";
  const response = await fetch(target, {
    method: method.toUpperCase(),
    headers: {
      ...(headers as Readonly<Record<string, string>>),
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    },
    ...(sends ? { body: new URLSearchParams(fieldsOf(data)) } : {}),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await readText(response);
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const body = isJson && text !== "" ? JSON.parse(text) : text;
  return { statusCode: response.status, body, headers: Object.fromEntries(response.headers) };
}

function fieldsOf(fields: unknown): [string, string][] {
  if (typeof fields !== "object" || fields === null) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > largestAnswer) throw new Error("the provider's answer is too large");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
