/** The two environments, in keys, in names of channels and on the wire. Only faces and the program use the word. */
export type Environment = "test" | "live";

/** The word for a service that takes real money, or that does not. */
export function environmentWord(livemode: boolean): Environment {
  return livemode ? "live" : "test";
}
