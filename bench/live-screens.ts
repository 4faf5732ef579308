/**
 * The screens of bench:live, in their own process: many streams of one board. A stream that the service ends is begun
 * again after its last number. Reports when each change was heard.
 */
import { setTimeout as sleep } from "node:timers/promises";

const [address = "", token = "", count = "1"] = process.argv.slice(2);
const heard: [string, number][] = [];
const controller = new AbortController();
const opened = Array.from({ length: Number(count) }, () => Promise.withResolvers<void>());
const reading = opened.map(async ({ resolve }, index) => {
  let after: string | undefined;
  while (!controller.signal.aborted) after = await readStream(index, after, resolve);
});

/** Reads one stream to its end; answers the last number that was heard. */
async function readStream(index: number, after: string | undefined, resolve: () => void): Promise<string | undefined> {
  // One person has at most 30 streams: each screen is signed in as one of several people.
  const key = token.split(",")[Math.floor(index / 30)] ?? "";
  const headers = { authorization: `Bearer ${key}`, ...(after === undefined ? {} : { "last-event-id": after }) };
  const response = await fetch(address, { headers, signal: controller.signal });
  if (response.status === 503) {
    await sleep(Number(response.headers.get("retry-after") ?? 1) * 1_000);
    return after;
  }
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  let last = after;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of response.body) {
    rest += decoder.decode(part, { stream: true });
    const lines = rest.split("\n\n");
    rest = lines.pop() ?? "";
    const at = performance.timeOrigin + performance.now();
    for (const line of lines) {
      if (line.includes('"heartbeat"')) resolve();
      last = /^id: (\d+)/m.exec(line)?.[1] ?? last;
      const change = /"id":"(ord_\w+)".*?"status":"([A-Z_]+)"/.exec(line);
      if (change !== null) heard.push([`${change[1]} ${change[2]}`, at]);
    }
  }
  return last;
}
for (const stream of reading)
  stream.catch((error: unknown) => {
    if (!controller.signal.aborted) {
      console.error(error);
      process.exit(1);
    }
  });
await Promise.all(opened.map(({ promise }) => promise));
console.log("open");
process.stdin.resume();
process.stdin.once("end", () => {
  controller.abort();
  process.stdout.write(`${JSON.stringify(heard)}\n`, () => process.exit(0));
});
