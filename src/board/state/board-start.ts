/** What the server gives the board to begin with. Types only. */
import type { BoardSnapshot } from "../../console/board/board-wire.schemas.ts";

export interface BoardShown {
  readonly snapshot: BoardSnapshot;
  /** Who acts here: a person signed in, or the name of a shared tablet. */
  readonly actor: { readonly kind: "person" | "device"; readonly name: string };
  /** Whether this shared tablet is set to print each accepted order. */
  readonly autoPrint: boolean;
  /** Where one goes to sign in again, and comes back. */
  readonly signIn: string;
}
