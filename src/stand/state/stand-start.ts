/** The data that the server gives a stand at its start. Types only. */
import type { ScreenActor } from "../../screens/screen-actor.ts";
import type { StandSnapshot } from "../../console/stand/stand-wire.schemas.ts";

export interface StandShown {
  readonly snapshot: StandSnapshot;
  readonly actor: ScreenActor;
  /** Where one goes to sign in again, and comes back. */
  readonly signIn: string;
}
