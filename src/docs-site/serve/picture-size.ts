/** The size of a picture by its first bytes, so that a page has the space for it before the picture is loaded. Pure. */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in pixels of a PNG, or of an SVG that says one; undefined for anything else. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length > 24 && bytes.toString("latin1", 1, 4) === "PNG")
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [, box = ""] = bytes.toString("utf8", 0, 500).split('viewBox="0 0 ', 2);
  const [width, height] = (box.split('"', 1)[0] ?? "").split(" ").map(Number);
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : undefined;
}
