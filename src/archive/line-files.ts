/** Files of lines, compressed. A file is written whole and synced under its own name, and is read again with its hash. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { ArchivedFile } from "./manifest.ts";

/** Writes lines into a file; the file has its name only when it is whole and on the disk. */
export async function writeLines(folder: string, name: string, lines: AsyncIterable<string>): Promise<ArchivedFile> {
  const hash = createHash("sha256");
  let [count, bytes] = [0, 0];
  const counted = async function* (): AsyncGenerator<string> {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  };
  const part = path.join(folder, `${name}.part`);
  await pipeline(
    Readable.from(counted()),
    createGzip(),
    observe((chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
    }),
    createWriteStream(part, { mode: 0o600 }),
  );
  await keep(part, path.join(folder, name));
  return { name, lines: count, bytes, sha256: hash.digest("hex") };
}

/** Writes a text as a file, whole or not at all. */
export async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const part = path.join(folder, `${name}.part`);
  const file = await open(part, "w", 0o600);
  await file.writeFile(text);
  await file.close();
  await keep(part, path.join(folder, name));
}

/** Reads the lines of a file; throws at the end when the file is not what the manifest says. */
export async function* readLines(folder: string, file: ArchivedFile): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const source = createReadStream(path.join(folder, file.name));
  const text = createGunzip();
  const read = pipeline(
    source,
    observe((chunk) => void hash.update(chunk)),
    text,
  ).catch((error: unknown) => error);
  let count = 0;
  let broken: unknown;
  try {
    let rest = "";
    for await (const chunk of text.setEncoding("utf8") as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      count += lines.length;
      yield* lines;
    }
  } catch (error) {
    broken = error;
  } finally {
    source.destroy();
  }
  broken ??= await read;
  if (broken instanceof Error) throw new Error(`${file.name} cannot be read: ${broken.message}`, { cause: broken });
  if (hash.digest("hex") !== file.sha256 || count !== file.lines)
    throw new Error(`${file.name} is not what the manifest says: its SHA-256 or its lines differ`);
}

function observe(see: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      see(chunk);
      done(null, chunk);
    },
  });
}

async function keep(part: string, name: string): Promise<void> {
  for (const [target, flags] of [
    [part, "r+"],
    [path.dirname(part), "r"],
  ] as const) {
    const file = await open(target, flags);
    await file.sync();
    await file.close();
    if (target === part) await rename(part, name);
  }
}
