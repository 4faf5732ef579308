/**
 * A stand-in for a sign-in provider (OpenID Connect) on loopback: code flow with PKCE, signed tokens. It signs in whom
 * the test names, without asking, and fails as the test says.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What is wrong with the next token; without one it is right. */
export type Mischief = "foreign_nonce" | "foreign_key" | "foreign_audience" | "over" | "huge";

export interface IssuerStandIn {
  readonly url: string;
  /** Who is signed in there. */
  subject: string;
  mischief: Mischief | undefined;
  /** Takes connections and says nothing. */
  silent: boolean;
  /** How often it was asked what it offers. */
  described(): number;
  stop(): Promise<void>;
}

export const issuerClient = { clientId: "maple-test", clientSecret: "stand-in secret: / +" } as const;

interface Asked {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly subject: string;
}

const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Starts the provider. */
export async function startIssuer(): Promise<IssuerStandIn> {
  const codes = new Map<string, Asked>();
  let described = 0;
  const server = createServer((request, response) => {
    if (standIn.silent) return;
    const url = new URL(request.url ?? "/", standIn.url);
    if (url.pathname === "/.well-known/openid-configuration") {
      described += 1;
      return answer(response, 200, descriptionOf(standIn.url));
    }
    if (url.pathname === "/jwks") {
      const key = { ...keys.publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "ES256" };
      return answer(response, 200, { keys: [key] });
    }
    if (url.pathname === "/authorize") return authorize(url, response);
    if (url.pathname === "/token") return void giveToken(request, response);
    answer(response, 404, {});
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const standIn: IssuerStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subject: "nobody",
    mischief: undefined,
    silent: false,
    described: () => described,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };

  function authorize({ searchParams: asked }: URL, response: ServerResponse): void {
    const back = new URL(asked.get("redirect_uri") ?? "");
    const isRight = asked.get("client_id") === issuerClient.clientId && asked.get("code_challenge_method") === "S256";
    const code = randomBytes(16).toString("base64url");
    codes.set(code, {
      challenge: asked.get("code_challenge") ?? "",
      nonce: asked.get("nonce") ?? "",
      redirectUri: back.href,
      subject: standIn.subject,
    });
    back.searchParams.set("state", asked.get("state") ?? "");
    if (isRight) back.searchParams.set("code", code);
    else back.searchParams.set("error", "invalid_request");
    response.writeHead(302, { location: back.href }).end();
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    const code = form.get("code") ?? "";
    const asked = codes.get(code);
    codes.delete(code);
    const isClient = isOurs(request.headers.authorization);
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isWhoAsked = asked?.challenge === verifier && asked.redirectUri === form.get("redirect_uri");
    if (!isClient) return answer(response, 401, { error: "invalid_client" });
    if (asked === undefined || !isWhoAsked) return answer(response, 400, { error: "invalid_grant" });
    const padding = standIn.mischief === "huge" ? { padding: "x".repeat(300_000) } : {};
    const token = tokenFor(standIn.url, asked, standIn.mischief);
    answer(response, 200, { access_token: "stand-in", token_type: "Bearer", id_token: token, ...padding });
  }

  return standIn;
}

/** Name and secret are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function isOurs(authorization = ""): boolean {
  const proof = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString();
  const [id, secret] = proof.split(":").map((part) => decodeURIComponent(part.replaceAll("+", "%20")));
  return id === issuerClient.clientId && secret === issuerClient.clientSecret;
}

function descriptionOf(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256"],
  };
}

function tokenFor(issuer: string, { nonce, subject }: Asked, mischief: Mischief | undefined): string {
  const now = Math.floor(Date.now() / 1_000) - (mischief === "over" ? 86_400 : 0);
  const claims = {
    iss: issuer,
    sub: subject,
    aud: mischief === "foreign_audience" ? "another" : issuerClient.clientId,
    iat: now,
    exp: now + 300,
    nonce: mischief === "foreign_nonce" ? "another" : nonce,
  };
  const head = [{ alg: "ES256", kid: "one" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const { privateKey } = mischief === "foreign_key" ? foreign : keys;
  const signature = sign("sha256", Buffer.from(head.join(".")), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return [...head, signature.toString("base64url")].join(".");
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
