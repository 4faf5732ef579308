/** The screens of bench:live, a process of their own: many streams of one board; says when each change was heard. */
const [address = "", token = "", count = "1"] = process.argv.slice(2);
const heard: [string, number][] = [];
const controller = new AbortController();
const opened = Array.from({ length: Number(count) }, () => Promise.withResolvers<void>());
const reading = opened.map(async ({ resolve }, index) => {
  // One person has at most 30 streams: each screen is signed in as one of several people.
  const key = token.split(",")[Math.floor(index / 30)] ?? "";
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` }, signal: controller.signal });
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of response.body) {
    rest += decoder.decode(part, { stream: true });
    const lines = rest.split("\n\n");
    rest = lines.pop() ?? "";
    const at = performance.timeOrigin + performance.now();
    for (const line of lines) {
      if (line.includes('"heartbeat"')) resolve();
      const change = /"id":"(ord_\w+)".*?"status":"([A-Z_]+)"/.exec(line);
      if (change !== null) heard.push([`${change[1]} ${change[2]}`, at]);
    }
  }
});
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
