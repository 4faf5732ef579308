/** What the server gives the board to begin with. Types only. */
import type { BoardSnapshot } from "../../console/board/board-wire.schemas.ts";

/** Who acts at a board: the person, and the shared tablet that the board is open on; one of both is there. */
export interface BoardActor {
  readonly person: string | null;
  readonly tablet: string | null;
  /** The person signed in with more than a PIN: the account is open to them. */
  readonly ownAccount: boolean;
}

export interface BoardShown {
  readonly snapshot: BoardSnapshot;
  readonly actor: BoardActor;
  /** Whether this shared tablet is set to print each accepted order. */
  readonly autoPrint: boolean;
  /** Where one goes to sign in again, and comes back. */
  readonly signIn: string;
}
