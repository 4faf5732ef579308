/** Whose book a slot, a hold or a booking stands in: ours, or a reservation provider's. Pure. */

export const keepers = ["native", "provider"] as const;
export type KeptBy = (typeof keepers)[number];
