/** Finding addresses while a diner types (rules/ordering 14.10). */
import Type from "typebox";
import type { Id } from "../kernel/id.ts";
import { preferredLanguage } from "../kernel/language.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { idField, oneOf } from "../platform/http/reading/fields.ts";
import { pageFields, wholeList, paginated } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { labelOf } from "./answer-fields.ts";
import { addressBounds, precisions, type Geocoder } from "./geocoder.ts";
import { placeTokenMaxLength, type PlaceTokens } from "./place-token.ts";
import { suggestAddresses } from "./suggest-addresses.query.ts";

export interface AddressDeps {
  readonly geocoder: Geocoder;
  readonly placeTokens: PlaceTokens;
  /** Whether this service keeps the location. */
  readonly keepsLocation: (id: Id<"str">) => Promise<boolean>;
}

const suggestion = Type.Object(
  {
    object: Type.Literal("address_suggestion"),
    label: Type.String({ maxLength: 1000, description: "The address in one line, as its country writes it." }),
    street: Type.String({
      maxLength: addressBounds.street,
      description: "With the number of the house, where it is known.",
    }),
    city: Type.String({ maxLength: addressBounds.city }),
    state: Type.String({
      maxLength: addressBounds.state,
      description: "Empty where the country has none in addresses.",
    }),
    postal_code: Type.String({ maxLength: addressBounds.postalCode }),
    country: Type.String({
      maxLength: addressBounds.country,
      description: "ISO 3166-1 alpha-2; empty when it is not known.",
    }),
    precision: oneOf(precisions, "house is exact; street and area lie somewhere near: let the diner set the place."),
    place_token: Type.String({
      maxLength: placeTokenMaxLength,
      description: "Names address and place in a quote or an order, for 24 hours.",
    }),
  },
  { title: "AddressSuggestion" },
);

const suggest = defineRoute({
  method: "GET",
  path: "/store/v1/locations/{locationId}/address_suggestions",
  operationId: "suggestStoreAddresses",
  tag: "Store",
  access: { kind: "public" },
  addressLimit: "address_suggestions",
  summary: "Find addresses near a location",
  description:
    "At most five addresses that match what was typed, near the location first. `available` is false when addresses cannot be found now: let the diner type the address. Ask 250 ms after the last key, and drop answers to older questions.",
  params: { locationId: idField("str") },
  query: {
    q: Type.String({ minLength: 3, maxLength: 200, description: "What was typed, from three characters on." }),
    whole: Type.Optional(
      Type.Boolean({ description: "The whole address was typed: also geocoders that complete nothing are asked." }),
    ),
  },
  success: {
    200: Type.Object(
      {
        object: Type.Literal("list"),
        available: Type.Boolean(),
        data: Type.Array(suggestion, { maxItems: 5 }),
        ...pageFields,
      },
      { title: "AddressSuggestions", ...paginated("whole") },
    ),
  },
  refusals: ["not_found"],
  example: {
    response: {
      object: "list",
      has_more: false,
      next_cursor: null,
      available: true,
      data: [
        {
          object: "address_suggestion",
          label: "1 Rue des Lilas, 75003 Paris",
          street: "1 Rue des Lilas",
          city: "Paris",
          state: "",
          postal_code: "75003",
          country: "FR",
          precision: "house",
          place_token: "eyJzdHJlZXQiOiIxIFJ1ZSBkZXMgTGlsYXMifQ.d2l0aG91dCBhIHNlYWwgb2Ygb3Vycw",
        },
      ],
    },
  },
});

/** The route of suggestions. */
export function addressRoutes({ geocoder, placeTokens, keepsLocation }: AddressDeps): BoundRoute[] {
  return [
    bindRead(
      suggest,
      async (call, db) => {
        const { locationId } = call.params;
        const { q: text, whole = false } = call.query;
        const language = preferredLanguage(call.languages);
        const found = await suggestAddresses(db, geocoder, { locationId, text, isWhole: whole, language });
        if (isRefusal(found)) return found;
        const data = (found ?? []).map((address) => ({
          object: "address_suggestion" as const,
          label: labelOf(address),
          street: address.street,
          city: address.city,
          state: address.state,
          postal_code: address.postalCode,
          country: address.country,
          precision: address.precision,
          place_token: placeTokens.issue(locationId, address),
        }));
        // What was typed is in the address of the call: nobody keeps the answer.
        return reply(
          200,
          { ...wholeList(data), available: found !== null },
          { headers: { "cache-control": "no-store" } },
        );
      },
      { keeps: (call) => keepsLocation(call.params.locationId) },
    ),
  ];
}
