/** The page on which guests see their position in line. Pure. */

/** The address of the page for a guest's key, under what guests reach the service by. */
export function guestPageOf(baseUrl: string): (token: string) => string {
  return (token) => `${baseUrl}/wait/${token}`;
}
