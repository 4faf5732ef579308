/** The part of the configuration that is about a sign-in provider (OpenID Connect), and what is wrong with it. */
import type { ProviderSettings } from "../../people/provider/sign-in-provider.ts";

type Read = (name: string) => string | null;

/** Reads the provider; null where none is configured. Test and live use it, each for its own people. */
export function readOidc(
  read: Read,
  { hasLive }: { readonly hasLive: boolean },
  problems: string[],
): ProviderSettings | null {
  const [issuer, clientId, clientSecret] = [read("OIDC_ISSUER"), read("OIDC_CLIENT_ID"), read("OIDC_CLIENT_SECRET")];
  if (issuer === null && clientId === null && clientSecret === null) return null;
  if (issuer === null || clientId === null || clientSecret === null) {
    problems.push("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together; set all three or none");
    return null;
  }
  const problem = issuerProblem(issuer, hasLive);
  if (problem !== undefined) problems.push(`OIDC_ISSUER ${problem}`);
  return { issuer, clientId, clientSecret };
}

function issuerProblem(issuer: string, hasLive: boolean): string | undefined {
  const url = URL.parse(issuer);
  if (url === null || !["http:", "https:"].includes(url.protocol) || issuer.length > 500)
    return "must be the address of the issuer, such as https://accounts.example.com";
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return "must be an address without a query, a fragment or a password";
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && (hasLive || !isLoopback))
    return "must begin with https://; http:// is for a provider on this machine, where no live runs";
  return undefined;
}
