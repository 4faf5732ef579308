/** The cookies of sessions, shared devices and sign-ins at a provider: their names, how they are read and written. Pure. */

const names = {
  session: { secure: "__Host-maple", plain: "maple_session" },
  device: { secure: "__Host-maple-device", plain: "maple_device" },
  provider: { secure: "__Host-maple-provider", plain: "maple_provider" },
} as const;

export type ConsoleCookie = keyof typeof names;

/** The name over https or, in test, over http (rules/people 5.1). */
export function cookieName(cookie: ConsoleCookie, isSecure: boolean): string {
  return isSecure ? names[cookie].secure : names[cookie].plain;
}

/** The value that a `Cookie` header has for a name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * The text of a `Set-Cookie` header; 0 seconds take the cookie away. No script reads it, and no browser sends it with what
 * another site's page fetches or posts.
 */
export function writeCookie(cookie: ConsoleCookie, value: string, seconds: number, isSecure: boolean): string {
  if (!/^[\w.~-]*$/.test(value)) throw new Error(`the cookie ${cookie} has a value that is no token`);
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return `${cookieName(cookie, isSecure)}=${value}; ${attributes}`;
}
