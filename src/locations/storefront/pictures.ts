/** The pictures of a location: its logo and one large picture (rules/console 5.4). Pure. */
export const pictureKinds = ["logo", "hero"] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** The most bytes of a picture: pages are read on telephones. */
export const pictureBytes = 400_000;

export interface Picture {
  readonly kind: PictureKind;
  /** A hash of the bytes: another picture has another address. */
  readonly name: string;
}

export interface PictureContent {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The kind of a text; undefined for every other text. */
export function readPictureKind(text: string): PictureKind | undefined {
  return pictureKinds.find((kind) => kind === text);
}

/** Where a picture is served. */
export function picturePath(locationId: string, { name }: Picture): string {
  return `/store/${locationId}/pictures/${name}`;
}
