import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Point } from "../geometry/geometry.ts";

/** Starts another process on the same database, with an index of its own, that answers checks of one point. */
export async function startCheckProcess(databaseUrl: string, appId: string, locationId: string, point: Point) {
  const program = fileURLToPath(new URL("check-zones.fixture.ts", import.meta.url));
  const child = spawn(process.execPath, [program, databaseUrl, appId, locationId], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  return {
    async check() {
      child.stdin.write(`${JSON.stringify(point)}\n`);
      const [line] = (await once(lines, "line")) as [string];
      return JSON.parse(line);
    },
    async stop() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
