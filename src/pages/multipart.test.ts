import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseMultipart } from "./multipart.ts";

/** What a browser sends of a form. */
async function sent(form: FormData): Promise<readonly [Uint8Array, string]> {
  const request = new Request("http://localhost", { method: "POST", body: form });
  return [new Uint8Array(await request.arrayBuffer()), request.headers.get("content-type") ?? ""];
}

const text = fc.string({ unit: "grapheme", maxLength: 60 });
/** Browsers write line ends of names and texts their own way. */
const name = fc.stringMatching(/^[a-z_]{1,12}$/);

describe("forms with files", () => {
  test("what is sent is what is read: texts in their order, files byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, text), { maxLength: 6 }),
        fc.uniqueArray(fc.tuple(name, fc.uint8Array({ minLength: 1, maxLength: 300 })), {
          maxLength: 4,
          selector: ([key]) => key,
        }),
        async (texts, files) => {
          const form = new FormData();
          for (const [key, value] of texts) form.append(key, value);
          for (const [key, bytes] of files) form.append(key, new File([Uint8Array.from(bytes)], "a.png"));
          const [body, type] = await sent(form);
          const read = parseMultipart(body, type);
          assert.ok(read !== undefined);
          const asSent = ([key, value]: readonly [string, string]) => [key, value.replaceAll(/\r\n|\r|\n/g, "\r\n")];
          assert.deepEqual([...read.fields], texts.map(asSent));
          assert.deepEqual(
            [...read.files].map(([key, bytes]) => [key, [...bytes]]),
            files.map(([key, bytes]) => [key, [...bytes]]),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test("no chosen file is no file, and bytes that look like an end are part of the file", async () => {
    const form = new FormData();
    form.append("photo", new File([], ""));
    form.append("other", new File(["\r\n--\r\n\r\n--boundary--"], "a.png"));
    const [body, type] = await sent(form);
    const read = parseMultipart(body, type);
    assert.deepEqual([...(read?.files.keys() ?? [])], ["other"]);
    assert.equal(Buffer.from(read?.files.get("other") ?? []).toString(), "\r\n--\r\n\r\n--boundary--");
  });

  test("what is no such form is none", () => {
    const type = "multipart/form-data; boundary=b";
    const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    assert.equal(parseMultipart(bytes(`${part}--b--`), type)?.fields.get("a"), "1");
    const wrong: readonly (readonly [string, string])[] = [
      ["", type],
      [part, type],
      [`${part}--b--`, "multipart/form-data"],
      [`${part}--b--`, "text/plain; boundary=b"],
      [`x${part}--b--`, type],
      ["--b\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--", type],
      [`--b\r\nContent-Disposition: form-data; name="a"; x="${"y".repeat(3_000)}"\r\n\r\n1\r\n--b--`, type],
      [`${part.repeat(21)}--b--`, type],
    ];
    for (const [body, kind] of wrong) assert.equal(parseMultipart(bytes(body), kind), undefined, body.slice(0, 60));
  });
});
