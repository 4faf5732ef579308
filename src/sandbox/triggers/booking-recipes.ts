/** Causes the events of bookings: finds and books a table, and then does the act that the event tells of. */
import { anywhere, moveClockBehind, searchTables, StepRefused, textOf, type Recipe, type Scene } from "./recipe.ts";

/** How long after its start a party may be called absent. */
const absentAfterSeconds = 1_800;

export const bookingRecipes: Readonly<Record<string, Recipe>> = {
  "booking.created": async (scene) => (await book(scene, "last")).id,
  "booking.changed": afterBooking((id) => `/v1/bookings/${id}/change`, { notes: "A high chair, please" }),
  "booking.cancelled": afterBooking((id) => `/v1/bookings/${id}/cancel`),
  "booking.seated": seatParty,
  "booking.completed": async (scene) => {
    const id = await seatParty(scene);
    await scene.play("POST", `/v1/bookings/${id}/complete`, {});
    return id;
  },
  "booking.no_show": async (scene) => {
    const { id, location, startsAt } = await book(scene, "first");
    await moveClockBehind(scene, location, startsAt, absentAfterSeconds);
    await scene.play("POST", `/v1/bookings/${id}/no_show`, {});
    return id;
  },
  "booking.confirmed": async (scene) => {
    const { id } = await bookUnpaid(scene);
    await scene.play("POST", `/v1/sandbox/bookings/${id}/pay`, {});
    return id;
  },
  "booking.declined": async (scene) => {
    const { id, location, dueAt } = await bookUnpaid(scene);
    await moveClockBehind(scene, location, dueAt, 1);
    return id;
  },
};

/** The last table can still be changed and cancelled by the guest; the first is the one to sit down at. */
type Which = "first" | "last";

function afterBooking(path: (id: string) => string, body: object = {}): Recipe {
  return async (scene) => {
    const { id } = await book(scene, "last");
    await scene.play("POST", path(id), body);
    return id;
  };
}

/**
 * Seats the party of the first free table. Where the room is full, or the table is too far ahead, the booking is taken back
 * and a party sits down at the spare location, whose clock may move (rules/ordering 15.7).
 */
async function seatParty(scene: Scene): Promise<string> {
  try {
    const { id } = await book(scene, "first");
    try {
      await scene.play("POST", `/v1/bookings/${id}/seat`, {});
      return id;
    } catch (error) {
      if (error instanceof StepRefused) await scene.play("POST", `/v1/bookings/${id}/venue_cancel`, {});
      throw error;
    }
  } catch (error) {
    if (!(error instanceof StepRefused) || scene.isPlaceNamed) throw error;
  }
  const { id, location, startsAt } = await bookUnpaid(scene, "first");
  await scene.play("POST", `/v1/sandbox/bookings/${id}/pay`, {});
  await moveClockBehind(scene, location, startsAt, 0);
  await scene.play("POST", `/v1/bookings/${id}/seat`, {});
  return id;
}

/** Books the first or last free table for two of the next days, at the first location that has one. */
function book(scene: Scene, which: Which) {
  return anywhere(scene, async (location) => {
    const slots = (await searchTables(scene, location)).filter(({ payment }) => payment === null);
    const free = slots.at(which === "first" ? 0 : -1);
    if (free === undefined)
      throw new StepRefused("slot_unavailable", "no table for two is free in the next days; name another location_id");
    const booking = await scene.play("POST", "/v1/bookings", {
      slot_token: textOf(free, "slot_token"),
      guest: { ...scene.newGuest(), email: "ada@example.com" },
    });
    return { id: textOf(booking, "id"), location, startsAt: textOf(booking, "starts_at") };
  });
}

/** A booking that waits for its deposit, at the location that is kept for it. */
async function bookUnpaid(scene: Scene, which: Which = "last") {
  const location = await scene.depositLocation();
  const free = (await searchTables(scene, location)).at(which === "first" ? 0 : -1);
  if (free === undefined) throw new StepRefused("slot_unavailable", "the spare location has no free table");
  const booking = await scene.play("POST", "/v1/bookings", {
    slot_token: textOf(free, "slot_token"),
    guest: { ...scene.newGuest(), email: "ada@example.com" },
    accepts_payment_link: true,
  });
  const payment = booking["payment"];
  const dueAt = typeof payment === "object" && payment !== null && "due_at" in payment ? payment.due_at : undefined;
  return { id: textOf(booking, "id"), location, startsAt: textOf(booking, "starts_at"), dueAt: String(dueAt) };
}
