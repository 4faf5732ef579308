/** Judges the answer of a service's public address. Pure. */
import { codeOf, whyNotReached } from "./judge-failure.ts";
import { right, warning, wrong, type Found } from "./finding.ts";

/** What `/readyz` answered through the public address. */
export interface ReachedAnswer {
  readonly status: number;
  /** The process that answered; null when it is no Maple, or an older one. */
  readonly process: string | null;
  /** What it reads as the host that was asked for. */
  readonly host: string | null;
  /** How many addresses stood in X-Forwarded-For. */
  readonly forwarded: number;
  readonly problems: readonly string[];
}

export type Reached =
  | { readonly kind: "answered"; readonly answer: ReachedAnswer }
  | { readonly kind: "failed"; readonly error: unknown };

export interface AddressCase {
  readonly variable: string;
  readonly baseUrl: string;
  readonly reached: Reached;
  /** Whether a process listens where the configuration says, on this machine. */
  readonly listens: boolean;
  readonly listensAt: string;
  /** The processes that live on this service's database. */
  readonly living: readonly string[];
  readonly trustedProxies: number;
  readonly isLive: boolean;
}

/** Judges whether the public address leads to a process of this database, and how it gets there. */
export function judgeAddress(the: AddressCase): Found {
  const { variable, baseUrl, reached, isLive } = the;
  if (isLive && !baseUrl.startsWith("https:"))
    return wrong(
      `${baseUrl} is not https: nobody can sign in`,
      `Put TLS in front, and write ${variable} with https://.`,
    );
  if (reached.kind === "failed") return judgeUnreached(the, reached.error);
  const { answer } = reached;
  if (answer.process === null)
    return wrong(
      `${baseUrl} answers ${answer.status}, and not as this Maple does`,
      `Correct ${variable}, or let the proxy there hand /readyz on to serve.`,
    );
  if (!the.living.includes(answer.process))
    return wrong(
      `${baseUrl} leads to a Maple of another database`,
      `Correct ${variable}, or the DATABASE_URL of the process behind it.`,
    );
  const wantedHost = new URL(baseUrl).host;
  if (answer.host !== wantedHost)
    return wrong(
      `behind ${baseUrl} the process reads the host ${answer.host ?? "(none)"}: links and services go wrong`,
      "Let the proxy hand the Host header on as it came.",
    );
  return judgeProxies(the, answer) ?? judgeReadiness(baseUrl, answer);
}

function judgeUnreached({ variable, baseUrl, listens, listensAt }: AddressCase, error: unknown): Found {
  const why = whyNotReached(codeOf(error));
  const says = `${baseUrl} ${why === undefined ? `was not reached: ${codeOf(error)}` : why[0]}`;
  if (listens) return wrong(says, `A process answers at ${listensAt}: look at the proxy, at DNS, and at ${variable}.`);
  return wrong(`${says}; nothing answers at ${listensAt} either`, `Start bin/maple.js serve, or correct ${variable}.`);
}

function judgeProxies({ trustedProxies, baseUrl }: AddressCase, { forwarded }: ReachedAnswer): Found | undefined {
  if (forwarded === trustedProxies) return undefined;
  const says = `a request by ${baseUrl} passes ${forwarded} ${forwarded === 1 ? "proxy" : "proxies"}, and TRUSTED_PROXIES is ${trustedProxies}`;
  return wrong(
    forwarded < trustedProxies ? `${says}: callers can name any address as theirs` : `${says}: limits count the proxy`,
    `Set TRUSTED_PROXIES=${forwarded} if all of them are yours; each must append to X-Forwarded-For.`,
  );
}

function judgeReadiness(baseUrl: string, { problems }: ReachedAnswer): Found {
  if (problems.length === 0) return right(`${baseUrl} leads to a ready process of this database`);
  return warning(
    `${baseUrl} leads to a process that is not ready: ${problems.slice(0, 3).join("; ")}`,
    "Mend what the process names, or let the proxy ask /readyz before it sends requests.",
  );
}

const dayMs = 86_400_000;
/** As long before its end as the alert says so. */
const certificateDays = 14;

/** Judges how long the certificate of the public address is still good. */
export function judgeCertificate(baseUrl: string, endsAt: number, now: number): Found {
  const day = new Date(endsAt).toISOString().slice(0, 10);
  const days = Math.floor((endsAt - now) / dayMs);
  const remedy = 'Renew it, and look why it was not renewed by itself; docs/runbook.md, "Certificate".';
  if (days < 0) return wrong(`the certificate of ${baseUrl} ended on ${day}`, remedy);
  const says = `the certificate of ${baseUrl} is good until ${day}, for ${days} days`;
  return days < certificateDays ? warning(says, remedy) : right(says);
}
