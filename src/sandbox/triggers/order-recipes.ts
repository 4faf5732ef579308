/** Causes the events of orders, menus and settings. */
import { anywhere, rowsOf, StepRefused, textOf, type Recipe, type Scene } from "./recipe.ts";

export const orderRecipes: Readonly<Record<string, Recipe>> = {
  "order.created": placeOrder,
  "order.paid": placeOrder,
  "order.notification": placeOrder,
  "order.validation_requested": placeOrder,
  "order.updated": (scene) => afterOrder(scene, "/v1/orders/{id}/accept"),
  "order.cancelled": (scene) => afterOrder(scene, "/v1/sandbox/orders/{id}/customer_cancel"),
  "menu.sync_completed": publishAgain,
  "menu.sync_failed": publishBroken,
  "store.settings.changed": changeSettings,
  "webhook.test": sendTest,
};

function placeOrder(scene: Scene): Promise<string> {
  return anywhere(scene, async (location) =>
    textOf(await scene.play("POST", "/v1/sandbox/orders", { location_id: location }), "id"),
  );
}

async function afterOrder(scene: Scene, path: string): Promise<string> {
  const id = await placeOrder(scene);
  await scene.play("POST", path.replace("{id}", id), {});
  return id;
}

/** The published menu once more: nothing changes, and the event comes. */
function publishAgain({ play, ...scene }: Scene): Promise<string> {
  return anywhere({ ...scene, play }, async (location) => {
    const path = `/v1/locations/${location}/menu`;
    return textOf(await play("POST", path, await play("GET", path)), "id");
  });
}

/** A menu that must be refused: the refusal is the point. */
function publishBroken(scene: Scene): Promise<null> {
  return anywhere(scene, async (location) => {
    try {
      await scene.play("POST", `/v1/locations/${location}/menu`, { currency: "none", categories: [] });
    } catch (error) {
      if (!(error instanceof StepRefused) || error.code !== "invalid_menu") throw error;
    }
    return null;
  });
}

/** Five busy minutes more, or none: the second time takes back what the first did. */
function changeSettings(scene: Scene): Promise<string> {
  return anywhere(scene, async (location) => {
    const path = `/v1/locations/${location}/ordering_settings`;
    const isBusy = (await scene.play("GET", path))["busy_delay_minutes"] !== 0;
    await scene.play("PATCH", path, { busy_delay_minutes: isBusy ? 0 : 5 });
    return location;
  });
}

async function sendTest({ play }: Scene): Promise<string> {
  const [newest] = rowsOf(await play("GET", "/v1/webhook_subscriptions"));
  if (newest === undefined) throw new StepRefused("not_found", "the app has no webhook subscription; make one first");
  const id = textOf(newest, "id");
  await play("POST", `/v1/webhook_subscriptions/${id}/test`);
  return id;
}
