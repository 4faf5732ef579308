/** The automatic acts of a tablet: sound, screen, printing, installation; and the person who acts on it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { createDevice } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openBoard, type Board } from "../../console/board/board.fixture.ts";

let service: TestService;
let browser: TestBrowser;
let place: Board;

before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
  place = await openBoard(service);
});
after(async () => {
  await browser.close();
  await service.stop();
});

/** A browser with these cookies, that runs the script before the page's own. */
async function openWith(cookies: Readonly<Record<string, string>>, script: string, path = ""): Promise<WatchedPage> {
  const visit = await browser.newPage({ screen: "desktop" });
  const sent = Object.entries(cookies).map(([name, value]) => ({ name, value, url: service.url }));
  await visit.page.context().addCookies(sent);
  await visit.page.addInitScript(script);
  await visit.open(`/board/${place.locationId}${path}`);
  return visit;
}

/** Counts what is printed, and keeps the words of each paper. */
const keepPapers = `window.papers = []; window.print = () => window.papers.push(document.querySelector("#paper").innerText);`;
const papersOf = ({ page }: WatchedPage): Promise<string[]> => page.evaluate<string[]>("window.papers");

describe("a tablet", () => {
  test("says when the browser refuses sound or a lit screen, and a tap turns the sound on", async () => {
    const visit = await openWith(
      { maple_session: place.staff.token },
      `const Real = AudioContext;
      window.AudioContext = class { constructor() { throw new Error("no sound"); } };
      window.letSound = () => { window.AudioContext = Real; };
      Object.defineProperty(navigator, "wakeLock", { value: { request: () => Promise.reject(new Error("no lock")) } });`,
    );
    const { page } = visit;
    const sound = page.getByRole("button", { name: "The sound is off. Tap to turn it on." });
    assert.equal(await sound.count(), 0, "nothing is said before the start");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await sound.waitFor();
    await visit.assertAccessible();
    await page.evaluate("window.letSound()");
    await sound.click();
    await page.getByText("This screen may go dark. Turn off its sleep in the settings.").waitFor();
    assert.equal(await sound.count(), 0);
    await visit.finish();
  });

  test("takes the lock again whenever the board is shown, and says nothing while it has the lock", async () => {
    const visit = await openWith(
      { maple_session: place.staff.token },
      `window.locks = 0;
      Object.defineProperty(navigator, "wakeLock", { value: { request: async () => { window.locks++; return new EventTarget(); } } });`,
    );
    const { page } = visit;
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await waitUntil(
      () => page.evaluate<number>("window.locks"),
      (locks) => locks === 1,
    );
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    await waitUntil(
      () => page.evaluate<number>("window.locks"),
      (locks) => locks === 2,
    );
    assert.equal(await page.getByText("This screen may go dark.", { exact: false }).count(), 0);
    await visit.finish();
  });

  test("that is set to print prints each order as it is accepted, wherever that was; the next ticket is a copy", async () => {
    const tablet = await createDevice(service.database, place.locationId, { requirePin: false, autoPrint: true });
    const visit = await openWith({ maple_device: tablet.token }, keepPapers);
    const { page } = visit;
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const id = await place.place();
    const card = page.locator(`[id="${id}"]`);
    await card.waitFor();
    assert.deepEqual(await papersOf(visit), [], "a new order is not printed");
    assert.equal((await place.call("POST", `/orders/${id}/accept`, { minutes: 20 })).status, 200);
    const [ticket = ""] = await waitUntil(
      () => papersOf(visit),
      (papers) => papers.length > 0,
    );
    const number = (await card.locator(".number").textContent()) ?? "";
    assert.ok(ticket.includes(number), ticket);
    assert.doesNotMatch(ticket, /Copy/);
    const printed = async (): Promise<number> => (await place.call("GET", `/orders/${id}`)).body["printed"];
    await waitUntil(printed, (count) => count === 1);

    await card.getByRole("button", { name: /^More/ }).click();
    await page.getByRole("button", { name: "Print" }).click();
    const [, copy = ""] = await waitUntil(
      () => papersOf(visit),
      (papers) => papers.length > 1,
    );
    assert.match(copy, /Copy 2/);
    await waitUntil(printed, (count) => count === 2);
    await visit.finish();
  });

  test("can be installed: the browser finds nothing against it", async () => {
    const visit = await openWith({ maple_session: place.staff.token }, "");
    const { page } = visit;
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors: against } = await devtools.send("Page.getInstallabilityErrors");
    assert.deepEqual(
      against.map(({ errorId }) => errorId).filter((error) => error !== "in-incognito"),
      [],
    );
    await visit.finish();
  });

  test("opens when the browser has no room to keep its files", async () => {
    const visit = await openWith({ maple_session: place.staff.token }, "");
    const { page } = visit;
    await page.evaluate("navigator.serviceWorker.ready.then(() => caches.delete('files-1'))");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Storage.overrideQuotaForOrigin", { origin: service.url, quotaSize: 1 });
    await page.reload();
    const start = page.getByRole("button", { name: "Start", exact: true });
    await start.click();
    await start.waitFor({ state: "detached" });
    assert.equal(await page.evaluate("navigator.serviceWorker.controller !== null"), true);
    await visit.finish();
  });

  test("is passed on: the next person chooses a name, the one before acts no longer", async () => {
    const setPin = async ({ token: key }: { readonly token: string }, pin: string): Promise<void> => {
      const path = `/console/v1/me/pins/${place.locationId}`;
      assert.equal((await service.call("PUT", path, { key, body: { pin } })).status, 200);
    };
    await setPin(place.staff, "4711");
    const tablet = await createDevice(service.database, place.locationId);
    const visit = await openWith({ maple_device: tablet.token }, "");
    const { page } = visit;
    const typePin = async (name: string, pin: string): Promise<void> => {
      await page.getByRole("button", { name, exact: true }).click();
      await page.locator(".pin input").fill(pin);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await page.getByRole("button", { name: "Signed in as Kitchen tablet" }).click();
    await page.getByRole("button", { name: "Choose a name" }).click();
    await page.getByText(`No PIN yet? Open ${new URL(service.url).host}/me on your own phone`).waitFor();
    await typePin("Sam Staff", "4711");
    await setPin(place.manager, "1147");
    await page.getByRole("button", { name: "Signed in as Sam Staff" }).click();
    assert.equal(await page.getByRole("link", { name: "Your account" }).count(), 0, "a PIN is not enough for that");
    await visit.assertAccessible();
    await page.getByRole("button", { name: "Somebody else taps" }).click();
    await page.getByRole("button", { name: "Mia Manager", exact: true }).waitFor();
    assert.equal(await page.getByText("No PIN yet?").count(), 0);
    await typePin("Mia Manager", "1147");
    await page.getByRole("button", { name: "Signed in as Mia Manager" }).waitFor();
    await visit.finish();
  });

  test("is paired by its code; five wrong PINs close a name on it, for the right PIN too (rules/people 6.1, 6.5)", async () => {
    const pin = await service.call("PUT", `/console/v1/me/pins/${place.locationId}`, {
      key: place.staff.token,
      body: { pin: "4711" },
    });
    assert.equal(pin.status, 200);
    const added = await service.call("POST", `/console/v1/locations/${place.locationId}/devices`, {
      key: place.manager.token,
      body: { name: "Counter tablet", screen: "board" },
    });
    assert.equal(added.status, 201, added.text);
    const visit = await browser.newPage({ screen: "desktop" });
    const { page } = visit;
    visit.expectComplaint(/401|429/);
    await visit.open("/pair");
    await page.getByLabel("Code").fill(added.body.pairing_code);
    await page.getByRole("button", { name: "Pair", exact: true }).click();
    await page.waitForURL(`**/board/${place.locationId}`);
    await page.getByRole("button", { name: "Signed in as Counter tablet" }).click();
    await page.getByRole("button", { name: "Choose a name" }).click();
    await page.getByRole("button", { name: "Sam Staff", exact: true }).click();
    const input = page.locator(".pin input");
    const isCleared = () => input.inputValue();
    for (const typed of ["1111", "2222", "3333", "4444", "5555", "4711"]) {
      await input.fill(typed);
      await page.keyboard.press("Enter");
      await waitUntil(isCleared, (value) => value === "");
    }
    await page.locator(".pin .mistake").getByText("Too many wrong PINs.", { exact: false }).waitFor();
    await visit.assertAccessible();
    await visit.finish();
  });

  test("says in the language of its reader that there is no board", async () => {
    await service.call("PATCH", "/console/v1/me", { key: place.staff.token, body: { language: "fr" } });
    const visit = await browser.newPage({ screen: "desktop" });
    await visit.page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
    visit.expectComplaint(/404/);
    for (const path of ["/board/str_01k0abcdefghjkmnpqrstvwxyz", "/board/nonsense"]) {
      const answer = await visit.open(path);
      assert.equal(answer.status(), 404);
      await visit.page.getByRole("heading", { name: "Il n’y a pas de tableau ici" }).waitFor();
      assert.equal(await visit.page.locator("html").getAttribute("lang"), "fr");
    }
    await visit.assertAccessible();
    await visit.finish();
  });
});
