/** Writes the clients of all generators from the descriptions in openapi/ into generated/; ends with 1 when one fails. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const audiences = ["partner", "diner", "operator", "channel", "console"];
const heyApiParts = ["-p", "@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
const here = fileURLToPath(new URL(".", import.meta.url));

/** Programs and what they are told; two run at a time. */
const runs: readonly (readonly string[])[] = [
  ["orval", "--config", "orval.config.mjs"],
  ...audiences.flatMap((audience) => {
    const description = `../../openapi/${audience}.json`;
    return [
      ["openapi-typescript", description, "-o", `generated/openapi-typescript/${audience}.ts`],
      ["openapi-ts", "-i", description, "-o", `generated/hey-api/${audience}`, "--silent", ...heyApiParts],
      ["swagger-typescript-api", "generate", "-p", description, "-o", "generated/swagger", "-n", `${audience}.ts`],
    ];
  }),
];

function run([program = "", ...given]: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(`node_modules/.bin/${program}`, given, { cwd: here, stdio: ["ignore", "pipe", "pipe"] });
    const said: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => said.push(part));
    child.stderr.on("data", (part: Buffer) => said.push(part));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ${given.join(" ")} ended with ${code}:\n${Buffer.concat(said).toString()}`));
    });
  });
}

rmSync(new URL("generated", import.meta.url), { recursive: true, force: true });
const waiting = [...runs];
const work = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
};
await Promise.all([work(), work()]);
console.log(`${runs.length} runs of generators`);
