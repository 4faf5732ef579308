/** The user names of booking channels: `test_` or `live_`, and the id. Pure. */
import { environmentWord, type Environment } from "../kernel/environment.ts";
import type { Id } from "../kernel/id.ts";

/** Writes the name of a new channel. */
export function channelUsername(livemode: boolean, id: Id<"bch">): string {
  return `${environmentWord(livemode)}_${id}`;
}

/** The environment that a channel's name asks for by its prefix; test for everything else. */
export function environmentOfChannel(username: string): Environment {
  return username.startsWith("live_") ? "live" : "test";
}

/** Whether a name is of the service that takes real money, or of the one that does not. */
export function isNameOf(livemode: boolean, username: string): boolean {
  return environmentOfChannel(username) === environmentWord(livemode);
}
