/** What a booking channel sends, for tests: requests of the booking server v3 contract. */
export interface Channel {
  readonly id: string;
  readonly username: string;
  readonly password: string;
}

/** The header of a channel. */
export const basic = ({ username, password }: Pick<Channel, "username" | "password">): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** A time at a merchant, in seconds. */
export const slotAt = (merchant: string, start: number, size = 2) => ({
  merchant_id: merchant,
  service_id: "reservation",
  start_sec: String(start),
  duration_sec: "5400",
  resources: { party_size: size },
});

let users = 0;
/** A guest who was never there before. */
export const newUser = () => ({
  user_id: `user-${++users}`,
  given_name: "Ada",
  family_name: "Byron",
  telephone: `+33142600${300 + users}`,
  email: "",
});
/** The body that books a time. */
export const createBodyAt = (merchant: string, start: number, token: string, over: object = {}) => ({
  slot: slotAt(merchant, start),
  user_information: newUser(),
  payment_information: { prepayment_status: "PREPAYMENT_NOT_PROVIDED" },
  idempotency_token: token,
  ...over,
});
