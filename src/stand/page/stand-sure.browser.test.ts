/** The question before an act that something stands in the way of. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHouse, type StandHouse } from "./stand-tablet.fixture.ts";

let house: StandHouse;
before(async () => {
  house = await openHouse();
});
after(() => house.end());

test("Back from too few seats leads to the form as it was typed, and the answer of the service ends the form", async () => {
  const { place } = await house.openEvening();
  const visit = await house.openTablet(place);
  const { page } = visit;
  const form = page.getByRole("dialog", { name: "Walk-in" });
  const question = page.getByRole("dialog", { name: "Do it anyway?" });
  await page.getByRole("button", { name: "Walk-in" }).click();
  await form.getByLabel("Name (if they like)").fill("Ana Sousa");
  await form.getByRole("button", { name: "5 guests" }).click();
  await form.getByRole("button", { name: "Choose tables by hand" }).click();
  await form.locator(".hand button").nth(2).click();
  const seat = form.getByRole("button", { name: /^Seat at / });
  for (const leave of [
    () => question.getByRole("button", { name: "Back" }).click(),
    () => page.keyboard.press("Escape"),
  ]) {
    await seat.click();
    await question.getByText(/There (is|are) only \d seats?/).waitFor();
    // No key of the stand acts under the question.
    await page.keyboard.press("w");
    await visit.assertAccessible();
    await visit.picture("stand-sure");
    await leave();
    await question.waitFor({ state: "detached" });
    assert.equal(await form.getByLabel("Name (if they like)").inputValue(), "Ana Sousa");
    assert.equal(await form.getByRole("button", { name: "5 guests" }).getAttribute("aria-pressed"), "true");
    assert.equal(await form.locator(".hand button[aria-pressed=true]").count(), 1);
  }
  // A refusal leaves the form, too.
  await page.route("**/walk_ins", (route) => route.abort(), { times: 1 });
  visit.expectComplaint(/ERR_FAILED/);
  await seat.click();
  await question.getByRole("button", { name: "Do it" }).click();
  await form.getByText("No answer came.").waitFor();
  assert.equal(await form.getByLabel("Name (if they like)").inputValue(), "Ana Sousa");
  await seat.click();
  await question.getByRole("button", { name: "Do it" }).click();
  await form.waitFor({ state: "detached" });
  await page
    .locator(".bar.undo")
    .getByText(/Ana Sousa/)
    .waitFor();
  await visit.finish();
});
