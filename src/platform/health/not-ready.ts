/** The process did not become ready in time; the message says what is missing. */
export class NotReady extends Error {
  override readonly name = "NotReady";
}
