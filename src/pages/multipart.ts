/**
 * Reads the body of a form with files: `multipart/form-data` (RFC 7578). Linear in the length of the body. At most 20
 * parts, each with a head of at most 2,000 bytes; every other body is refused. Pure. `Response.formData()` of Node has no
 * such bounds: 60,000 parts in 3 MB block the event loop for half a second.
 */

/** A file that was chosen; its name is not used. */
export type SentBytes = Uint8Array;

export interface SentForm {
  readonly fields: URLSearchParams;
  /** By the name of the field; a field without a chosen file is not among them. */
  readonly files: ReadonlyMap<string, SentBytes>;
}

const mostParts = 20;
const mostHead = 2_000;
const lineEnd = "\r\n";

/** The fields and files of a body; undefined when it is no such form. */
export function parseMultipart(body: Uint8Array, contentType: string): SentForm | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // The first delimiter has no line end before it.
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`);
  const first = delimiter.subarray(lineEnd.length);
  if (!bytes.subarray(0, first.length).equals(first)) return undefined;
  const fields = new URLSearchParams();
  const files = new Map<string, SentBytes>();
  let at = first.length;
  for (let count = 0; count <= mostParts; count++) {
    if (bytes.subarray(at, at + 2).toString("latin1") === "--") return { fields, files };
    const end = bytes.indexOf(delimiter, at);
    const part = end < 0 ? undefined : parsePart(bytes.subarray(at, end));
    if (part === undefined) return undefined;
    if (!part.isFile) fields.append(part.name, part.content.toString("utf8"));
    else if (part.content.length > 0) files.set(part.name, part.content);
    at = end + delimiter.length;
  }
  return undefined;
}

function boundaryOf(contentType: string): string | undefined {
  const found = /^multipart\/form-data;\s?boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))$/i.exec(
    contentType.slice(0, 200),
  );
  return found?.[1] ?? found?.[2];
}

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Buffer;
}

/** A part begins with a line end, its head and an empty line. */
function parsePart(part: Buffer): Part | undefined {
  const head = part.subarray(0, mostHead).toString("utf8");
  const headEnd = head.indexOf(lineEnd + lineEnd);
  if (!head.startsWith(lineEnd) || headEnd < 0) return undefined;
  const lines = head.slice(lineEnd.length, headEnd).split(lineEnd);
  const disposition = lines.find((line) => line.toLowerCase().startsWith("content-disposition: form-data;"));
  const name = /; name="([^"]*)"/.exec(disposition ?? "")?.[1];
  if (disposition === undefined || name === undefined) return undefined;
  const headBytes = Buffer.byteLength(head.slice(0, headEnd)) + 2 * lineEnd.length;
  return { name, isFile: disposition.includes('; filename="'), content: part.subarray(headBytes) };
}
