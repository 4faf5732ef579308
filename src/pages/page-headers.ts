/** The security headers of pages: which files a page may load, and from where. Pure. */
import type { ShownPage, ShownScreen } from "./page.ts";

const pictures = "img-src 'self' data:";

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  pictures,
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "manifest-src 'self'",
];
/** A screen is installable and keeps its files. */
const screenPolicy = [...contentPolicy, "worker-src 'self'"];

/** Of every answer. */
export const securityHeaders = {
  "content-security-policy": contentPolicy.join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(self), payment=()",
} as const;

/** Of a document that is shown in a frame of our own: it loads nothing, runs nothing and is of no origin. */
export const framedPolicy =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'";

/** The policy of a page or screen; pictures of a part come also from where the part says. */
export function policyOf(answer: ShownPage | ShownScreen): string {
  if (answer.kind === "screen") return screenPolicy.join("; ");
  const sources = answer.part?.images ?? [];
  const policy = contentPolicy.map((line) => (line === pictures ? [pictures, ...sources].join(" ") : line));
  return [...policy, ...(answer.frames === true ? ["frame-src 'self'"] : [])].join("; ");
}
