import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createPhotoMemory, type Photo } from "./photo-memory.ts";

const photo = (size: number): Photo => ({ contentType: "image/png", bytes: new Uint8Array(size), etag: `"${size}"` });
const minute = 60_000;
const day = 24 * 60 * minute;

describe("pictures in memory", () => {
  test("a picture is old after a day and is shown until another is there", () => {
    const memory = createPhotoMemory();
    memory.keep("a", photo(1), 0);
    assert.deepEqual(memory.get("a", day - 1), { photo: photo(1), isOld: false });
    assert.deepEqual(memory.get("a", day), { photo: photo(1), isOld: true });
    memory.keep("a", photo(2), day);
    assert.deepEqual(memory.get("a", day + 1), { photo: photo(2), isOld: false });
  });

  test("a failure is remembered for a minute, and takes nothing away", () => {
    const memory = createPhotoMemory();
    memory.keep("a", "failed", 0);
    assert.deepEqual(memory.get("a", minute - 1), { photo: undefined, isOld: false });
    assert.equal(memory.get("a", minute)?.isOld, true);
    memory.keep("b", photo(1), 0);
    memory.keep("b", "failed", day);
    assert.deepEqual(memory.get("b", day + 1), { photo: photo(1), isOld: false });
    assert.equal(memory.get("b", day + minute)?.isOld, true);
  });

  test("what is gone is no longer shown", () => {
    const memory = createPhotoMemory();
    memory.keep("a", photo(1), 0);
    memory.keep("a", "gone", day);
    assert.deepEqual(memory.get("a", day + 1), { photo: undefined, isOld: false });
  });

  test("64 MB are kept, the oldest go first, and a picture that is kept again counts once", () => {
    const memory = createPhotoMemory();
    for (let round = 0; round < 3; round++) memory.keep("a", photo(30_000_000), round);
    memory.keep("b", photo(30_000_000), 4);
    assert.ok(memory.get("a", 5) !== undefined && memory.get("b", 5) !== undefined);
    memory.keep("c", photo(30_000_000), 6);
    assert.equal(memory.get("a", 7), undefined);
    assert.ok(memory.get("b", 7) !== undefined && memory.get("c", 7) !== undefined);
  });
});
