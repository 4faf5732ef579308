/** Reads an answer of JSON lines as they come. */
import { MapleConnectionError } from "./errors.ts";

/** A line of the service is shorter; a longer one did not come from it. */
const longestLine = 4 * 1024 * 1024;

interface Wait {
  pause(): void;
  restart(): void;
}

/**
 * Every line as a value; ends with the body, and gives the connection back when the reader stops. The wait
 * begins anew at each whole line, so one byte a minute is no sign of life.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  wait: Wait,
): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder();
  let [parts, length]: [string[], number] = [[], 0];
  try {
    for await (const chunk of body) {
      const [more = "", ...next] = decoder.decode(chunk, { stream: true }).split("\n");
      parts.push(more);
      length += more.length;
      if (length > longestLine) throw new Error("a line has no end");
      for (const begun of next) {
        const line = parts.join("");
        [parts, length] = [[begun], begun.length];
        if (line === "") continue;
        // The time of whoever works on the line is their own.
        wait.pause();
        yield JSON.parse(line);
        wait.restart();
      }
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MapleConnectionError(`the stream broke off: ${message}`, { cause: error });
  }
}
