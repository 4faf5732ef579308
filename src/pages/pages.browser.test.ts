import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, screens, type Screen, type TestBrowser } from "../../test/harness/browser.ts";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";
import { beats, hangUps, build, guest, listeners } from "./pages.fixture.ts";

describe("the page kit in a browser", () => {
  const server = build();
  let browser: TestBrowser;
  before(async () => {
    browser = await startBrowser(await server.listen({ host: "127.0.0.1", port: 0 }));
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  for (const screen of Object.keys(screens) as Screen[]) {
    for (const dark of [false, true]) {
      test(`is accessible and reflows: ${screen}, ${dark ? "dark" : "light"}`, async () => {
        const visit = await browser.newPage({ screen, dark });
        await visit.open("/guest/known");
        await visit.assertAccessible();
        await visit.assertReflows();
        await visit.picture(`kit-${screen}-${dark ? "dark" : "light"}`);
        await visit.open("/guest/known?lang=ar");
        await visit.assertReflows();
        await visit.finish();
      });
    }
  }

  test("by keyboard alone: skip link, form, saved; without script too", async () => {
    for (const script of [true, false]) {
      const visit = await browser.newPage({ script });
      await visit.open("/guest/known");
      await visit.tabTo(".skip", 1);
      await visit.tabTo("#name");
      await visit.page.keyboard.type(`Ada ${script}`);
      await visit.tabTo("input[name=party]");
      await visit.page.keyboard.press("Space");
      await visit.tabTo("button");
      await visit.page.keyboard.press("Enter");
      await visit.page.getByText(`You are Ada ${script}.`).waitFor();
      await visit.finish();
    }
  });

  test("a network that comes back is listened to at once, and what changed meanwhile is read", async () => {
    guest.name = "Ada";
    listeners.clear();
    const visit = await browser.newPage();
    await visit.open("/guest/known");
    await waitUntilTrue(() => listeners.size > 0);
    await visit.page.getByText("You are Ada.").waitFor();
    guest.name = "Grace";
    const opened = await visit.page.evaluate<number>(`(() => {
      let opened = 0;
      const Real = EventSource;
      window.EventSource = class extends Real {
        constructor(address) {
          super(address);
          opened++;
        }
      };
      dispatchEvent(new Event("online"));
      return opened;
    })()`);
    assert.equal(opened, 1);
    await visit.page.locator("#now").getByText("You are Grace.").waitFor();
    await visit.finish();
  });

  test("a page follows its events and says once what changed", async () => {
    guest.name = "Ada";
    listeners.clear();
    const visit = await browser.newPage();
    await visit.open("/guest/known");
    await visit.page.getByText("You are Ada.").waitFor();
    await waitUntilTrue(() => listeners.size > 0);
    guest.name = "Grace";
    for (const tell of listeners) tell();
    await visit.page.locator("#now").getByText("You are Grace.").waitFor();
    await visit.page.locator("[role=status]").getByText("You are Grace.").waitFor({ state: "attached" });
    await visit.finish();
  });

  for (const [fails, answer] of [
    ["is refused", { status: 503, body: "too busy" }],
    ["breaks off", undefined],
  ] as const)
    test(`news whose page ${fails} is asked for again after five seconds`, async () => {
      guest.name = "Ada";
      listeners.clear();
      const visit = await browser.newPage();
      await visit.page.clock.install();
      await visit.open("/guest/known");
      await waitUntilTrue(() => listeners.size > 0);
      let asked = 0;
      await visit.page.route("**/guest/known", (route) => {
        asked += 1;
        if (asked > 1) return route.continue();
        return answer === undefined ? route.abort() : route.fulfill(answer);
      });
      visit.expectComplaint(/Failed to load resource/);
      guest.name = "Grace";
      for (const tell of listeners) tell();
      await waitUntilTrue(async () => {
        await visit.page.clock.fastForward(1_000);
        return visit.page.locator("#now").getByText("You are Grace.").isVisible();
      });
      assert.equal(asked, 2);
      await visit.finish();
    });

  test("a page connects again when nothing was heard for 45 seconds, and not while a heartbeat comes", async () => {
    guest.name = "Ada";
    listeners.clear();
    beats.clear();
    const visit = await browser.newPage();
    await visit.page.addInitScript(`
      window.beats = 0;
      window.EventSource = class extends EventSource {
        constructor(address) {
          super(address);
          this.addEventListener("heartbeat", () => (window.beats += 1));
        }
      };`);
    await visit.page.clock.install();
    await visit.open("/guest/known");
    await waitUntilTrue(() => listeners.size === 1);
    for (let beat = 1; beat <= 2; beat++) {
      await visit.page.clock.fastForward(30_000);
      for (const tell of beats) tell();
      await waitUntilTrue(() => visit.page.evaluate<boolean>(`window.beats === ${beat}`));
    }
    assert.equal(listeners.size, 1);
    // Nothing was said, and the connection was not closed.
    guest.name = "Grace";
    await visit.page.clock.fastForward(46_000);
    await waitUntilTrue(() => listeners.size === 2);
    await visit.page.locator("#now").getByText("You are Grace.").waitFor();
    await visit.finish();
  });

  test("a page whose guest was erased says so in place, and asks for nothing more", async () => {
    guest.name = "Ada";
    listeners.clear();
    hangUps.clear();
    const visit = await browser.newPage();
    visit.expectComplaint(/404/);
    await visit.page.clock.install();
    await visit.open("/guest/known");
    await waitUntilTrue(() => listeners.size > 0);
    guest.isErased = true;
    try {
      let asked = 0;
      visit.page.on("request", () => void (asked += 1));
      for (const hangUp of hangUps) hangUp();
      const said = visit.page.getByRole("heading", { name: "No such guest" });
      await waitUntilTrue(async () => {
        await visit.page.clock.fastForward(1_000);
        return said.isVisible();
      });
      assert.equal(await visit.page.evaluate("document.activeElement.id"), "content");
      const soFar = asked;
      await visit.page.clock.runFor(60_000);
      assert.equal(asked, soFar);
    } finally {
      guest.isErased = false;
    }
    await visit.finish();
  });

  test("a page whose line stands goes on following after 30 seconds", async () => {
    guest.name = "Ada";
    listeners.clear();
    const visit = await browser.newPage();
    await visit.page.clock.install();
    await visit.open("/guest/known");
    await visit.page.getByText("You are Ada.").waitFor();
    await waitUntilTrue(() => listeners.size > 0);
    // The first question stands for ever, also once the others are let through.
    let standing = 0;
    await visit.page.route("**/guest/known", (route) => (standing++ === 0 ? undefined : route.continue()));
    await waitUntilTrue(async () => {
      for (const tell of listeners) tell();
      await visit.page.clock.runFor(100);
      return standing > 0;
    });
    guest.name = "Grace";
    await visit.page.clock.runFor(31_000);
    await waitUntilTrue(async () => {
      for (const tell of listeners) tell();
      await visit.page.clock.runFor(100);
      return (await visit.page.locator("#now").textContent())?.includes("You are Grace.") === true;
    });
    visit.expectComplaint(/ERR_ABORTED|aborted/);
    await visit.finish();
  });

  test("a page after a mistake begins at the mistake", async () => {
    const visit = await browser.newPage();
    visit.expectComplaint(/422/);
    await visit.open("/guest/known?mistake=1");
    assert.equal(await visit.page.evaluate("document.activeElement.id"), "name");
    await visit.finish();
  });

  test("the harness notices an inaccessible page, a wide page, a foreign request and a console error", async () => {
    const visit = await browser.newPage();
    await visit.open("/guest/known");
    await visit.page.evaluate(
      `document.querySelector("main").insertAdjacentHTML("beforeend", '<img src="/x"><input><div class="wide-thing">wide</div>')`,
    );
    await assert.rejects(visit.assertAccessible(), /image-alt/);
    await visit.page.evaluate(`document.querySelector(".wide-thing").attributeStyleMap.set("width", CSS.px(900))`);
    await assert.rejects(visit.assertReflows(), /scrolls sideways/);
    await visit.page.evaluate(`fetch("https://elsewhere.example/").catch(() => {})`);
    await assert.rejects(visit.finish(), /elsewhere/);
  });
});
