/** The data that the server gives a board at its start. Types only. */
import type { ScreenActor } from "../../screens/screen-actor.ts";
import type { BoardSnapshot } from "../../console/board/board-wire.schemas.ts";

export interface BoardShown {
  readonly snapshot: BoardSnapshot;
  readonly actor: ScreenActor;
  /** Whether this shared tablet is set to print each accepted order. */
  readonly autoPrint: boolean;
  /** Where one goes to sign in again, and comes back. */
  readonly signIn: string;
}
