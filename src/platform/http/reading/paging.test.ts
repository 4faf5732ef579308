import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { newId, type Id } from "../../../kernel/id.ts";
import { isRefusal } from "../../../kernel/refusal.ts";
import { pageAnswer, pagesBy, wholeList } from "./paging.ts";

const pages = pagesBy("evt", 5, 3);
const event = newId("evt");

describe("the page that is asked for", () => {
  test("is the first, of the usual size, when nothing is asked", () =>
    assert.deepEqual(pages.read({}), { before: undefined, limit: 4 }));
  test("follows the cursor, under both names", () => {
    assert.deepEqual(pages.read({ starting_after: event, limit: 1 }), { before: event, limit: 2 });
    assert.deepEqual(pages.read({ before: event }), { before: event, limit: 4 });
  });

  test("is refused for both names", () => {
    const refused = pages.read({ before: event, starting_after: event });
    assert.ok(isRefusal(refused));
    assert.equal(refused.code, "invalid_request");
    assert.match(refused.message, /^query\.before /);
  });
});

test("a whole list has no next page", () =>
  assert.deepEqual(wholeList([1]), { object: "list", data: [1], has_more: false, next_cursor: null }));

test("pages in a row hold every entry that was there at the first, each once, whatever comes meanwhile", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(3)),
      (count, limit, news) => {
        const make = () => ({ id: newId("evt") });
        const kept = Array.from({ length: count }, make).toReversed();
        const atFirst = [...kept];
        const seen: string[] = [];
        let cursor: Id<"evt"> | undefined;
        for (const arriving of [...news, ...Array<number>(25).fill(0)]) {
          const page = pages.read({ limit, ...(cursor !== undefined && { starting_after: cursor }) });
          if (isRefusal(page)) throw new Error(page.message);
          const { before } = page;
          const read = kept.filter(({ id }) => before === undefined || id < before).slice(0, page.limit);
          const answer = pageAnswer(page, read, read);
          assert.ok(answer.data.length <= limit);
          seen.push(...answer.data.map(({ id }) => id));
          if (!answer.has_more) {
            assert.equal(answer.next_cursor, null);
            break;
          }
          cursor = answer.next_cursor ?? undefined;
          kept.unshift(...Array.from({ length: arriving }, make).toReversed());
        }
        assert.deepEqual(
          seen,
          atFirst.map(({ id }) => id),
        );
      },
    ),
  );
});
