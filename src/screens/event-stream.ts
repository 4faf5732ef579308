/** Reads server-sent events from pieces of text, as they arrive. Pure. */

export interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string;
}

export interface EventReader {
  /** The events that are complete with this piece. */
  read(piece: string): StreamEvent[];
}

/** More than any event has: a server that sends on without an end is not read on. */
const mostCharacters = 4_000_000;

/** A reader for one stream. Throws when an event is larger than any of ours. */
export function createEventReader(): EventReader {
  let rest = "";
  return {
    read(piece) {
      rest += piece;
      if (rest.length > mostCharacters) throw new Error("an event of the stream has no end");
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      return blocks.map(readBlock).filter((event) => event !== undefined);
    },
  };
}

/** One event; undefined for a comment. */
function readBlock(block: string): StreamEvent | undefined {
  const fields = block.split(/\r?\n/).map((line) => {
    const [name = "", ...value] = line.split(":");
    return [name, value.join(":").replace(/^ /, "")] as const;
  });
  const data = fields.filter(([name]) => name === "data").map(([, value]) => value);
  if (data.length === 0) return undefined;
  return { id: fields.find(([name]) => name === "id")?.[1], data: data.join("\n") };
}
