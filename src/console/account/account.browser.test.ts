/** The pages of accounts in a real browser: passkeys, the keyboard, axe. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { invitePerson } from "../../people/joining/invite-person.command.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let browser: TestBrowser;
let origin: string;
let here: Id<"str">;

before(async () => {
  service = await startService();
  // Browsers offer passkeys for names, not for addresses.
  origin = service.url.replace("127.0.0.1", "localhost");
  browser = await startBrowser(origin);
  here = await createLocation(service.database);
});
after(async () => {
  await browser.close();
  await service.stop();
});

/** The browser has an authenticator that says yes to everything. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added and signs in; after the sign-out the stolen session opens nothing (rules/people 4.1, 5.3)", async () => {
  const pat = await createPerson(service.database, [{ role: "accountant", at: here }], { method: "password" });
  const visit = await browser.newPage();
  const { page } = visit;
  await giveAuthenticator(page);
  await page.context().addCookies([{ name: "maple_session", value: pat.token, url: origin, httpOnly: true }]);
  await visit.open("/me");
  await visit.assertAccessible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.waitForURL(/\/me\?done=saved$/);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(/\/sign-in$/);
  await visit.assertAccessible();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(/\/console\/str_\w+\/reports$/);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "maple_session");
  const key = cookie?.value ?? "";
  const seen = await service.call("GET", "/console/v1/me", { key });
  assert.deepEqual([seen.body.person.id, seen.body.session.method], [pat.id, "passkey"]);
  await visit.open("/me");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(/\/sign-in$/);
  assert.equal((await service.call("GET", "/console/v1/me", { key })).status, 401);
  await visit.finish();
});

test("a sign-in by passkey that nobody answers ends after half a minute, and says so", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await giveAuthenticator(page);
  let asked = 0;
  await page.route("**/console/v1/sign_in/passkey/options", () => void (asked += 1));
  await page.clock.install();
  await visit.open("/sign-in");
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.click();
  await button.click();
  await page.clock.fastForward(31_000);
  await page.locator("[data-passkey] [role=alert]:not(:empty)").waitFor();
  assert.deepEqual([asked, await button.getAttribute("aria-busy")], [1, null]);
  await visit.finish();
});

test("an invitation is accepted with a passkey and no password (rules/people 3.2)", async () => {
  const wanted = { role: "accountant", locationId: here, appId: null, name: null, phone: null } as const;
  const by = { actor: "operator", requestId: null } as const;
  const invited = await service.database.transaction((tx) => invitePerson(tx, wanted, by));
  assert.ok(!isRefusal(invited));
  const visit = await browser.newPage();
  const { page } = visit;
  await giveAuthenticator(page);
  await visit.open(`/invite/${invited.token}`);
  await visit.assertAccessible();
  await page.getByLabel("Your name").fill("Robin");
  await page.getByLabel("E-mail").fill("robin@example.com");
  await page.getByRole("button", { name: "Make the account with a passkey" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/invite"));
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "maple_session");
  const seen = await service.call("GET", "/console/v1/me", { key: cookie?.value ?? "" });
  assert.deepEqual([seen.body.person.name, seen.body.session.method], ["Robin", "passkey"]);
  await visit.finish();
});

test("the keyboard alone signs in; pages hold at 390 pixels and in the dark", async () => {
  const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
  const visit = await browser.newPage({ screen: "phone", dark: true });
  const { page } = visit;
  await visit.open("/sign-in");
  await visit.tabTo("#email");
  await page.keyboard.type("nobody@example.com");
  await visit.tabTo("#password");
  await page.keyboard.type("wrong horse battery");
  visit.expectComplaint(/422/);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").first().waitFor();
  await visit.assertAccessible();
  await page.context().addCookies([{ name: "maple_session", value: boss.token, url: origin, httpOnly: true }]);
  for (const path of ["/me", "/pair", "/recover"]) {
    await visit.open(path);
    await visit.assertAccessible();
    await visit.assertReflows();
  }
  await visit.finish();
});
