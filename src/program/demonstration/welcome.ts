/** What `npm start` prints for a person. */
import path from "node:path";
import type { SandboxFile } from "./sandbox-file.ts";

export interface Welcome {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly embedded: boolean;
  readonly sandbox: SandboxFile | undefined;
  readonly startedInMs: number;
}

/** Prints what runs, where, the key, and a first call that works when pasted. */
export function printWelcome(welcome: Welcome): void {
  console.log(welcomeText(welcome));
}

export function welcomeText({ baseUrl, dataDir, embedded, sandbox, startedInMs }: Welcome): string {
  const shown = path.relative(process.cwd(), dataDir) || ".";
  const lines = [
    "",
    `  Maple is running at ${baseUrl}  (ready in ${(startedInMs / 1000).toFixed(1)} s)`,
    "",
    `  Documentation  ${baseUrl}/docs`,
    `  OpenAPI 3.1    ${baseUrl}/openapi/partner.json`,
    `  Database       ${embedded ? `embedded PostgreSQL, data in ${shown}` : "the one of DATABASE_URL"}`,
    `  Log            ${path.join(shown, "maple.log")}`,
  ];
  if (sandbox === undefined) {
    lines.push(
      "",
      `  The sandbox has apps, but ${path.join(shown, "sandbox.json")} is gone. Issue a new key:`,
      "  npx maple app list",
      "  npx maple key issue APP_ID",
    );
  } else {
    const [location, shop] = sandbox.locations;
    lines.push(
      `  Sandbox        ${path.join(shown, "sandbox.json")} has all of this for programs`,
      "",
      `  App            ${sandbox.app.name} (${sandbox.app.id}), all scopes`,
      `  API key        ${sandbox.api_key}`,
      `  Location       ${location?.name} (${location?.id})`,
      `  Diners order   ${baseUrl}/store/${location?.id}`,
      `  Guests book    ${baseUrl}/book/${location?.id}`,
      `  Guests wait    ${baseUrl}/join/${location?.id}`,
      ...(sandbox.operator_token === null
        ? []
        : [`  Operator token ${path.join(shown, "sandbox.json")}, operator_token`]),
      "",
      "  People, one click each:",
      ...sandbox.people.map(({ role, sign_in_url: url }) => `  ${role.padEnd(17)}${url}`),
      ...(shop === undefined ? [] : shopLines(baseUrl, shop, sandbox.people)),
      "",
      "  Let a simulated diner order, as a first call:",
      "",
      `  curl -X POST ${baseUrl}/v1/sandbox/orders \\`,
      `    -H "Authorization: Bearer ${sandbox.api_key}" \\`,
      `    -H "Content-Type: application/json" \\`,
      `    -d '{"location_id": "${location?.id}"}'`,
    );
  }
  lines.push("", "  Ctrl-C stops it.", "");
  return lines.join("\n");
}

/** A shop without a till program: order in one window, decide in another. */
function shopLines(
  baseUrl: string,
  shop: SandboxFile["locations"][number],
  people: SandboxFile["people"],
): readonly string[] {
  const staff = people.find(({ role }) => role === "staff");
  return [
    "",
    `  Without a till program: ${shop.name} (${shop.id})`,
    `  Diners order   ${baseUrl}/store/${shop.id}`,
    ...(staff === undefined ? [] : [`  Staff decide   ${staff.sign_in_url}&to=/board/${shop.id}`]),
  ];
}
