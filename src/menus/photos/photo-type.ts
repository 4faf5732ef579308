/** The type of a picture, by its first bytes and never by the word of the sender. Pure. */

const ascii = (bytes: Uint8Array, from: number, until: number): string =>
  String.fromCharCode(...bytes.subarray(from, until));

/** The media type of a picture that may be shown; undefined for everything else, SVG included, which can hold scripts. */
export function photoTypeOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (bytes[0] === 0x89 && ascii(bytes, 1, 8) === "PNG\r\n\u001a\n") return "image/png";
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return "image/gif";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "image/webp";
  if (ascii(bytes, 4, 8) === "ftyp" && /^avi[fs]$/.test(ascii(bytes, 8, 12))) return "image/avif";
  return undefined;
}
