/**
 * The address under which guests reach this process, for links in messages. Set once at the start; before that no link is
 * made.
 */
export interface GuestLinkBase {
  setBase(baseUrl: () => string): void;
  /** Without a slash at the end; undefined in a process that was not told. */
  url(): string | undefined;
}

/** An address that is not known yet. */
export function createGuestLinkBase(): GuestLinkBase {
  let base: (() => string) | undefined;
  return { setBase: (given) => void (base = given), url: () => base?.() };
}
