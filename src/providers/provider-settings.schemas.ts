/** The operator's field `booking_provider` of a location. Passwords are written, never read. */
import Type, { type Static } from "typebox";
import { nullable, oneOf, textField, localClockTime } from "../platform/http/reading/fields.ts";
import { adapters, type ProviderSettings } from "./provider-settings.ts";

const localTime = (description: string) => localClockTime(`Venue-local HH:MM. ${description}`);

const terms = {
  merchant_id: textField(200, { description: "What the provider calls the location; the location's id when absent." }),
  service_id: textField(200, {
    description: "What the provider calls a reservation there; `reservation` when absent.",
  }),
  leases: Type.Boolean({ description: "Whether the provider offers CreateLease: without it slots cannot be held." }),
  slot_interval_minutes: Type.Unsafe<number>({
    type: "integer",
    enum: [5, 10, 15, 20, 30, 60],
    description: "Between the starts that are asked for; 30 when absent.",
  }),
  duration_minutes: Type.Integer({ minimum: 15, maximum: 720, description: "Of a stay; 90 when absent." }),
  first_start: localTime("The first start that is asked for; 11:00 when absent."),
  last_start: localTime("The last one; one that is not after the first is of the next day. 22:00 when absent."),
  max_party_size: Type.Integer({ minimum: 1, maximum: 1000, description: "20 when absent." }),
};

const optional = Object.fromEntries(Object.entries(terms).map(([name, schema]) => [name, Type.Optional(schema)])) as {
  [Name in keyof typeof terms]: ReturnType<typeof Type.Optional<(typeof terms)[Name]>>;
};

export const givenProvider = Type.Object(
  {
    adapter: oneOf(adapters, "simulated: of the sandbox; booking_server_v3: any system that serves that contract."),
    base_url: Type.Optional(textField(2_000, { description: "The address before /v3." })),
    username: Type.Optional(textField(200)),
    password: Type.Optional(textField(1_000, { description: "Sealed at rest, never shown." })),
    ...optional,
  },
  { additionalProperties: false, description: "Replaced whole, but for what is absent; null takes it away." },
);

export const shownProvider = nullable(
  Type.Object({
    adapter: oneOf(adapters),
    base_url: nullable(Type.String({ maxLength: 2048 })),
    username: nullable(Type.String({ maxLength: 200 })),
    password_set: Type.Boolean(),
    ...terms,
  }),
);

export function providerToWire(settings: ProviderSettings | undefined): Static<typeof shownProvider> {
  if (settings === undefined) return null;
  const { adapter, base_url, username, password_sealed, terms: given } = settings;
  return { adapter, base_url, username, password_set: password_sealed !== null, ...given };
}
