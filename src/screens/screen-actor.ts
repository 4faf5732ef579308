/** Who acts at a screen. Types only. */

/** The person, and the shared tablet that the screen is open on; one of both is there. */
export interface ScreenActor {
  readonly person: string | null;
  readonly tablet: string | null;
  /** The person signed in with more than a PIN: the account is open to them. */
  readonly ownAccount: boolean;
}
