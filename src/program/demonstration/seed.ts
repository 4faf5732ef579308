/** Fills a new sandbox at `npm start`, writes its key and locations into its file, and prints them. */
import { readdir, readFile } from "node:fs/promises";
import {
  addDemoPeople,
  demoCode,
  demoPeople,
  findDemoHost,
  seedDemoPeople,
  type DemoScopes,
} from "../../people/sign-in/demo-people.command.ts";
import type { Id } from "../../kernel/id.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { renewDemoHours } from "../../sandbox/give-demo-hours.command.ts";
import { seedSandbox, type LocationPictures } from "../../sandbox/seed-sandbox.command.ts";
import type { Config } from "../config.ts";
import { writeSandboxFile, type SandboxPerson, type Secrets } from "./sandbox-file.ts";
import { printWelcome } from "./welcome.ts";

/** Seeds an empty sandbox before anybody can ask it for something. */
export async function seed(config: Config, database: Database, baseUrl: string, secrets: Secrets): Promise<void> {
  const { operatorToken } = secrets;
  const people = sandboxPeople(config, baseUrl, secrets);
  const menus = {
    restaurant: await readMenu("small-bistro"),
    shop: await readMenu("corner-shop"),
    baseUrl,
    photos: { restaurant: await readPhotos("small-bistro"), shop: await readPhotos("corner-shop") },
    pictures: { restaurant: await readPictures("small-bistro"), shop: await readPictures("corner-shop") },
  };
  const addPeople = async (tx: Tx, scopes: DemoScopes): Promise<Id<"per"> | undefined> => {
    await addDemoPeople(tx, secrets.secretKey, scopes);
    return findDemoHost(tx);
  };
  await seedSandbox(database, isSandbox(config) ? { ...menus, addPeople } : menus, async (seeded) => {
    await writeSandboxFile(config.dataDir, { baseUrl, operatorToken, seeded, people });
  });
  const sandbox = await writeSandboxFile(config.dataDir, { baseUrl, operatorToken, seeded: undefined, people });
  if (sandbox === undefined || !isSandbox(config)) return;
  const locationIds = sandbox.locations.map(({ id }) => id);
  for (const id of locationIds) await database.transaction((tx) => renewDemoHours(tx, id));
  await seedDemoPeople(database, secrets.secretKey, { locationIds, appId: sandbox.app.id });
}

async function readMenu(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../../../examples/menus/${name}.json`, import.meta.url), "utf8"));
}

/** By the externalId of the dish. */
async function readPhotos(name: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = new URL(`../../../examples/photos/${name}/`, import.meta.url);
  const files = await readdir(folder);
  const photos = files.map(async (file) => [file.replace(".webp", ""), await readFile(new URL(file, folder))] as const);
  return new Map(await Promise.all(photos));
}

async function readPictures(name: string): Promise<LocationPictures> {
  const folder = new URL(`../../../examples/pictures/${name}/`, import.meta.url);
  const [logo, hero] = await Promise.all([
    readFile(new URL("logo.webp", folder)),
    readFile(new URL("hero.webp", folder)),
  ]);
  return { logo, hero };
}

/** Demonstration people are for a database of the program's own only: nobody else reaches it. */
export function isSandbox({ databaseUrl }: Config): boolean {
  return databaseUrl === null;
}

function sandboxPeople(config: Config, baseUrl: string, { secretKey }: Secrets): readonly SandboxPerson[] {
  if (!isSandbox(config)) return [];
  const code = demoCode(secretKey);
  return demoPeople(secretKey).map((person) => ({
    ...person,
    sign_in_url: `${baseUrl}/sign-in/demo/${person.role}?code=${code}`,
  }));
}

/** Tells the person at the terminal what runs where. */
export async function welcome(config: Config, baseUrl: string, secrets: Secrets, began: number): Promise<void> {
  const people = sandboxPeople(config, baseUrl, secrets);
  const { operatorToken } = secrets;
  const sandbox = await writeSandboxFile(config.dataDir, { baseUrl, operatorToken, seeded: undefined, people });
  printWelcome({
    baseUrl,
    dataDir: config.dataDir,
    embedded: config.databaseUrl === null,
    sandbox,
    startedInMs: performance.now() - began,
  });
}
