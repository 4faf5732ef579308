/** Reads an answer of JSON lines as they come. */
import { MapleConnectionError } from "./errors.ts";

/** A line of the service is shorter; a longer one did not come from it. */
const longestLine = 4 * 1024 * 1024;

/** Every line as a value; ends with the body, and gives the connection back when the reader stops. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) throw new Error("a line has no end");
      for (const line of lines) if (line !== "") yield JSON.parse(line);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MapleConnectionError(`the stream broke off: ${message}`, { cause: error });
  }
}
