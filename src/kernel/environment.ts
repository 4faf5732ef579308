/** The two environments, as keys, names of channels and the wire write them. Only faces and the program look at the word. */
export type Environment = "test" | "live";

/** The word for a service that takes real money, or that does not. */
export function environmentWord(livemode: boolean): Environment {
  return livemode ? "live" : "test";
}
