/**
 * Which release of the screen the service has, as each answer to the stream says, and of a part of a page each answer to
 * a call. While one release replaces another,
 * processes of both answer: a release counts as new when two answers in a row name it. Pure.
 */

export interface Release {
  /** What the document was loaded with. */
  readonly own: string;
  /** The other release that answered last; undefined after an answer of the own release. */
  readonly heard: string | undefined;
  /** Two answers in a row named the other release. */
  readonly isSure: boolean;
  /** The release of which somebody does not want to hear. */
  readonly dismissed: string | undefined;
}

/** The releases of the screens of staff, as the header `maple-screens` says: `board=…, stand=…, floor=…, zones=…`. */
export const releaseHeader = "maple-screens";

/** As a page begins. */
export function beginRelease(own: string): Release {
  return { own, heard: undefined, isSure: false, dismissed: undefined };
}

/** After an answer with this header; null where an answer says nothing. */
export function hearRelease(release: Release, header: string | null): Release {
  const named = header?.split(", ").find((each) => nameOf(each) === nameOf(release.own));
  if (named === undefined) return release;
  if (named === release.own) return { ...release, heard: undefined, isSure: false };
  return { ...release, heard: named, isSure: named === release.heard };
}

/** Whether somebody should be told of a new release. */
export function isReplaced({ heard, isSure, dismissed }: Release): boolean {
  return isSure && heard !== dismissed;
}

/** After somebody does not want to load the new release now. */
export function dismissRelease(release: Release): Release {
  return { ...release, dismissed: release.heard };
}

function nameOf(release: string): string {
  return release.slice(0, release.indexOf("="));
}
