import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { verifyArchive } from "./delete-archived.command.ts";
import { eraseFromArchive } from "./erase-archived.ts";
import { writeLines, writeWhole } from "./line-files.ts";
import { auditName, manifestName, parseManifest, type Manifest } from "./manifest.ts";
import { parseErasureWords, runErasure } from "./run-erasure.ts";

const ada = { phone: "+33142601234", email: "ada@example.org" };
const bob = { phone: "+33142605678", email: "bob@example.org" };
const at = "2026-01-02T03:04:05.000Z";

let root: string;
let folder: string;
afterEach(() => rm(root, { recursive: true }));

const line = (id: string, customer: object, told: object = customer): string =>
  JSON.stringify({
    order: {
      id,
      customer: { name: "Quartz", ...customer },
      delivery_address: { street: "9 Agate Row", unit: null, city: "Paris" },
      notes: "ring at Opal",
      line_items: [{ name: "Soup", total: 900, notes: "for Jade" }],
      totals: { total: 900 },
    },
    messages: [
      { id: "msg", status: "delivered", body: "Dear Quartz", letter: { name: "Quartz" }, instead: null, ...told },
    ],
    payment_links: [{ id: "lnk", request: { email: ada.email } }],
    payments: [{ amount: 900 }],
  });

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "maple-erasure-"));
  folder = await mkdtemp(path.join(root, "test-before-"));
  const files = [
    await writeLines(folder, "orders-2024-01.jsonl.gz", each([line("ord_1", ada), line("ord_2", bob)])),
    await writeLines(folder, "orders-2024-02.jsonl.gz", each([line("ord_3", bob)])),
    await writeLines(folder, auditName, each(["{}"])),
  ];
  const manifest: Manifest = { format: 1, environment: "test", before: "2024-03-01", made_at: at, files };
  await writeWhole(folder, manifestName, JSON.stringify(manifest));
});

const manifestOf = async (): Promise<Manifest> =>
  parseManifest(await readFile(path.join(folder, manifestName), "utf8"));

/** All that the files of the folder say. */
async function textOf(): Promise<string> {
  const texts = (await readdir(folder)).map(async (name) => {
    const bytes = await readFile(path.join(folder, name));
    return name.endsWith(".gz") ? gunzipSync(bytes).toString("utf8") : bytes.toString("utf8");
  });
  return (await Promise.all(texts)).join("\n");
}

test("a guest leaves the files, what was ordered and paid stays, and nobody else changes (rules/operating 6.6)", async () => {
  const old = await manifestOf();
  assert.equal(await eraseFromArchive(folder, { phone: ada.phone, email: null }, at), 1);
  const manifest = await manifestOf();
  assert.deepEqual(manifest.erasures, [{ at, orders: 1 }]);
  assert.deepEqual(
    manifest.files.map(({ name, lines }) => [name, lines]),
    [
      ["orders-2024-01-1.jsonl.gz", 2],
      ["orders-2024-02.jsonl.gz", 1],
      [auditName, 1],
    ],
  );
  assert.deepEqual(manifest.files.slice(1), old.files.slice(1));
  assert.deepEqual(
    (await readdir(folder)).toSorted(),
    [...manifest.files.map(({ name }) => name), manifestName].toSorted(),
  );
  await verifyArchive(folder, manifest);
  const text = gunzipSync(await readFile(path.join(folder, "orders-2024-01-1.jsonl.gz"))).toString("utf8");
  const [erased = "", other] = text.split("\n");
  assert.doesNotMatch(erased, /Quartz|Agate|Opal|Jade|Paris|ada@|33142601234/);
  assert.deepEqual(JSON.parse(erased).payments, [{ amount: 900 }]);
  assert.deepEqual(JSON.parse(erased).order.line_items, [{ name: "Soup", total: 900, notes: null }]);
  assert.equal(other, line("ord_2", bob));
});

test("a second erasure finds nobody and changes nothing; another guest gets another writing (rules/operating 6.6)", async () => {
  assert.equal(await eraseFromArchive(folder, { phone: ada.phone, email: null }, at), 1);
  const once = await manifestOf();
  assert.equal(await eraseFromArchive(folder, { phone: ada.phone, email: null }, at), 0);
  assert.deepEqual(await manifestOf(), once);
  assert.equal(await eraseFromArchive(folder, { phone: null, email: bob.email }, at), 2);
  const twice = await manifestOf();
  assert.deepEqual(twice.erasures, [
    { at, orders: 1 },
    { at, orders: 2 },
  ]);
  await verifyArchive(folder, twice);
  assert.doesNotMatch(await textOf(), /Quartz|Agate|bob@|33142605678/);
});

test("of two runs at once one works on an archive and the other is refused, so no guest comes back (rules/operating 6.6)", async () => {
  const guests = [
    { phone: ada.phone, email: null },
    { phone: bob.phone, email: null },
  ];
  const ran = await Promise.allSettled(guests.map((guest) => eraseFromArchive(folder, guest, at)));
  const refused = ran.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
  assert.equal(refused.length, 1);
  assert.match(refused[0] ?? "", /another run works on .*; wait until it has ended, and run this again/);
  await verifyArchive(folder, await manifestOf());
  for (const guest of guests) await eraseFromArchive(folder, guest, at);
  assert.doesNotMatch(await textOf(), /33142601234|33142605678/);
});

test("a guest is found by what was sent to them, too", async () => {
  const files = [
    await writeLines(folder, "orders-2024-01.jsonl.gz", each([line("ord_1", bob, { email: "ADA@example.org" })])),
  ];
  await writeWhole(folder, manifestName, JSON.stringify({ ...(await manifestOf()), files }));
  assert.equal(await eraseFromArchive(folder, { phone: null, email: ada.email }, at), 1);
});

test("what a run that ended early left is deleted by the next, and a damaged file changes nothing (rules/operating 6.6)", async () => {
  await writeFile(path.join(folder, "orders-2024-01-1.jsonl.gz"), "half a file");
  await writeFile(path.join(folder, "orders-2024-02-1.jsonl.gz.part"), "half a file");
  await writeFile(path.join(folder, "notes.txt"), "mine");
  assert.equal(await eraseFromArchive(folder, { phone: "+33142600000", email: null }, at), 0);
  assert.deepEqual((await readdir(folder)).toSorted(), [
    auditName,
    manifestName,
    "notes.txt",
    "orders-2024-01.jsonl.gz",
    "orders-2024-02.jsonl.gz",
  ]);
  const file = path.join(folder, "orders-2024-02.jsonl.gz");
  await writeFile(file, (await readFile(file)).subarray(0, -9));
  const before = await manifestOf();
  await assert.rejects(eraseFromArchive(folder, { phone: ada.phone, email: null }, at), /orders-2024-02\.jsonl\.gz/);
  assert.deepEqual(await manifestOf(), before);
  assert.match(await textOf().catch(() => "damaged"), /damaged/);
});

test("the command erases in every archive of a folder, and refuses words that it does not know", async () => {
  assert.equal(await runErasure(["--to", root, "--phone", "+33 1 42 60 12 34"]), 0);
  assert.equal((await manifestOf()).erasures?.length, 1);
  assert.equal(await runErasure(["--to", path.join(root, "nowhere"), "--phone", ada.phone]), 1);
  for (const [words, problem] of [
    [[], /say whom to erase/],
    [["--phone", "12"], /country code/],
    [["--email", "ada"], /e-mail address/],
    [["--phone"], /needs a value/],
    [["--name", "Ada"], /it got --name/],
  ] as const) {
    const told = parseErasureWords(words);
    assert.match(typeof told === "string" ? told : "taken", problem);
    assert.equal(await runErasure(words), 2);
  }
});
