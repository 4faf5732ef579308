/** Every parser of foreign text at its limit, with its worst input: no request may block the event loop. */
import { describe, test } from "node:test";
import { parsePolyline } from "../../src/delivery-zones/geometry/parse-polyline.ts";
import { parseGeometry } from "../../src/delivery-zones/geometry/parse-geometry.ts";
import { parseWkt } from "../../src/delivery-zones/geometry/parse-wkt.ts";
import { maxPolyline, maxWkt } from "../../src/delivery-zones/api/import.schemas.ts";
import { withoutTail } from "../../src/pages/addresses.ts";
import { parseMultipart } from "../../src/pages/multipart.ts";
import { parseStrictJson } from "../../src/platform/http/reading/strict-json.ts";
import { assertGrowsWithLength } from "../harness/processor-time.ts";

/** The piece again and again between the two ends, as long as asked. */
const repeated =
  (piece: string, start = "", end = "") =>
  (size: number): string =>
    start + piece.repeat(Math.max(0, Math.floor((size - start.length - end.length) / piece.length))) + end;

interface Worst {
  readonly parser: string;
  readonly limit: number;
  readonly read: (text: string) => unknown;
  readonly texts: readonly ((size: number) => string)[];
}

const utf8 = new TextEncoder();

const parsers: readonly Worst[] = [
  {
    parser: "well-known text",
    // A thread reads longer ones, up to four mebibytes, of which each takes as long as the one before it.
    limit: maxWkt / 8,
    read: parseWkt,
    texts: [
      repeated(" "),
      repeated(" ", "POLYGON ("),
      repeated(" ", "POLYGON (("),
      repeated("A"),
      repeated("1", "SRID="),
      repeated("(", "POLYGON "),
      repeated("()", "POLYGON "),
      repeated("1 ", "POLYGON (("),
      repeated("1", "POLYGON (("),
      repeated("1e1", "POLYGON (("),
      repeated("-", "POLYGON (("),
      repeated("1 1,", "POLYGON ((", "1 1))"),
      repeated(",", "POLYGON (("),
    ],
  },
  {
    parser: "encoded polylines",
    limit: maxPolyline,
    read: (text) => parsePolyline(text, 5),
    texts: [repeated("?"), repeated("~"), repeated("_p~iF"), repeated("_ibE")],
  },
  {
    // Addresses have at most 8 KiB; more shows the growth.
    parser: "links that took signs along",
    limit: 200_000,
    read: withoutTail,
    texts: [repeated(".", "/a"), repeated("%2F", "/a"), repeated("/"), repeated("%E2%80%A6", "/a")],
  },
  {
    parser: "forms with files",
    limit: 5_000_000,
    read: (text) => parseMultipart(utf8.encode(text), "multipart/form-data; boundary=b"),
    texts: [
      repeated("x"),
      repeated("\r\n--", "--b"),
      repeated("--b"),
      repeated("\r\n--b"),
      repeated("\r\n", "--b\r\nContent-Disposition: form-data; name="),
      repeated('; name="', "--b\r\nContent-Disposition: form-data"),
    ],
  },
  {
    parser: "strict JSON",
    limit: 256 * 1024,
    read: (text) => parseStrictJson(utf8.encode(text)),
    texts: [
      repeated("[],", "[", "[]]"),
      repeated("[", ""),
      repeated("{},", "[", "{}]"),
      repeated("\\", '"', '"'),
      repeated("\\\\", '"', '"'),
      repeated('\\"', '"', '"'),
      repeated("\\ud800", '"', '"'),
      repeated('"', ""),
      repeated('"a":1,', "{", '"a":1}'),
      repeated('"a" \n', "{", ""),
      repeated(" ", "", "1"),
    ],
  },
];

for (const { parser, limit, read, texts } of parsers) {
  test(`${parser}: the time grows with the length alone (rules/http 4.14; rules/delivery-zones 5.3)`, () => {
    for (const make of texts) assertGrowsWithLength(limit, make, read);
  });
}

describe("zones of ten thousand corners, placed to be as hard as can be", () => {
  const location = { latitude: 48, longitude: 2.5 };
  const around = [
    [1, 47],
    [4, 47],
    [4, 49],
    [1, 49],
  ];
  const count = (corners: number): number => Math.floor(corners / 3) - 2;
  const holes = (corners: number, hole: (index: number, of: number) => unknown) => ({
    type: "Polygon",
    coordinates: [around, ...Array.from({ length: count(corners) }, (_, index) => hole(index, count(corners)))],
  });

  /** Slots one above the other, none inside of another. */
  const stack = (corners: number) =>
    holes(corners, (index) => {
      const y = 47.5 + index * 1e-4;
      return [
        [2, y],
        [3, y],
        [2.5, y + 0.5e-4],
      ];
    });
  /** Slivers side by side, whose boxes all lie across each other. */
  const slivers = (corners: number) =>
    holes(corners, (index) => {
      const x = 2 + index * 1e-6;
      return [
        [x, 47.5],
        [x + 0.5, 48],
        [x + 0.5e-6, 47.5],
      ];
    });
  /** Petals that all touch in one point. */
  const petals = (corners: number) =>
    holes(corners, (index, of) => {
      const [from, to] = [(2 * Math.PI * index) / of, (Math.PI * (2 * index + 1)) / of];
      return [
        [2.5, 48],
        [2.5 + 0.3 * Math.cos(from), 48 + 0.3 * Math.sin(from)],
        [2.5 + 0.3 * Math.cos(to), 48 + 0.3 * Math.sin(to)],
      ];
    });
  /** Polygons that each spend as much as they may before they are given up. */
  const flowers = (corners: number) => ({
    type: "MultiPolygon",
    coordinates: Array.from({ length: Math.floor(corners / 900) }, () => petals(900).coordinates),
  });

  for (const [name, make] of Object.entries({ stack, slivers, petals, flowers })) {
    test(name, () => {
      assertGrowsWithLength(9_990, make, (geometry) => parseGeometry(geometry, location, "body.geometry"));
    });
  }
});
