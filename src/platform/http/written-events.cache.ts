/**
 * Events of streams as bytes. An event that many streams send is written once. The bytes are kept as long as the value
 * itself.
 */

const emptyHeartbeat = JSON.stringify({ object: "heartbeat" });

/**
 * Makes what writes a value as a server-sent event. A heartbeat that says nothing has a name of its own: `onmessage` does
 * not hear of it, and a page can listen for it, to know that the connection does not stand still.
 * The number of a change is the id of its event: a browser that connects again names the last one.
 */
export function createEventWriter(): (value: unknown) => Buffer {
  const written = new WeakMap<object, Buffer>();
  return (value) => {
    if (typeof value !== "object" || value === null) return write(value);
    const event = written.get(value) ?? write(value);
    written.set(value, event);
    return event;
  };
}

function write(value: unknown): Buffer {
  const data = JSON.stringify(value);
  const head = data === emptyHeartbeat ? "event: heartbeat\n" : idOf(value);
  return Buffer.from(`${head}data: ${data}\n\n`);
}

function idOf(value: unknown): string {
  const isChange = typeof value === "object" && value !== null && "object" in value && value.object === "change";
  return isChange && "sequence" in value && Number.isInteger(value.sequence) ? `id: ${Number(value.sequence)}\n` : "";
}
