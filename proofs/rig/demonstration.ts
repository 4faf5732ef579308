/** The program with its demonstration, in its own folder, for pictures and measurements of pages. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { endWithThis } from "./end-with-this.ts";
import { freePort } from "./free-port.ts";

export interface Demonstration {
  readonly baseUrl: string;
  /** The restaurant. */
  readonly locationId: string;
  /** The shop, whose staff decide. */
  readonly shopId: string;
  readonly appId: string;
  /** Of the app, for calls of a partner. */
  readonly apiKey: string;
  /** Where the person of a role signs in with a click. */
  readonly signInUrlOf: (role: string) => string;
  readonly stop: () => Promise<void>;
}

interface SandboxFile {
  readonly base_url: string;
  readonly app: { readonly id: string };
  readonly api_key: string;
  readonly locations: readonly { readonly id: string }[];
  readonly people: readonly { readonly role: string; readonly sign_in_url: string }[];
}

/** Starts the program as `npm start` does; resolves when it is ready. */
export async function startDemonstration(): Promise<Demonstration> {
  const folder = await mkdtemp(path.join(tmpdir(), "maple-pictures-"));
  const program = fileURLToPath(new URL("../../bin/maple.js", import.meta.url));
  const child = endWithThis(
    spawn(process.execPath, [program, "dev"], {
      env: { ...process.env, MAPLE_DATA_DIR: folder, PORT: String(await freePort()) },
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes("Ctrl-C")) continue;
    child.stdout.resume();
    const file = JSON.parse(await readFile(path.join(folder, "sandbox.json"), "utf8")) as SandboxFile;
    const [restaurant, shop] = file.locations;
    if (restaurant === undefined || shop === undefined) break;
    const signInUrlOf = (role: string): string => {
      const person = file.people.find((one) => one.role === role);
      if (person === undefined) throw new Error(`nobody is ${role}`);
      return person.sign_in_url;
    };
    const ids = { locationId: restaurant.id, shopId: shop.id, appId: file.app.id };
    return { baseUrl: file.base_url, ...ids, apiKey: file.api_key, signInUrlOf, stop };
  }
  // Its PostgreSQL may still write into the folder: that must not hide why nothing started, which the program has said.
  const [cleared] = await Promise.allSettled([stop()]);
  throw new Error("the demonstration did not start", {
    cause: cleared.status === "rejected" ? cleared.reason : undefined,
  });
}
