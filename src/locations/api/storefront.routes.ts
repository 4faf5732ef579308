/** What guests see of a location, for partners: the profile and the addresses of its pages. */
import Type from "typebox";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { frontPathOf } from "../storefront/directory.query.ts";
import { profileFields, profileToWire } from "../location/profile.schemas.ts";
import { getGrantedLocation } from "../grants/read-locations.query.ts";

const address = (of: string) => Type.String({ maxLength: 2048, description: `The page ${of}.` });

const storefrontShape = Type.Object(
  {
    object: Type.Literal("storefront"),
    location_id: idField("str"),
    ...profileFields,
    pages: Type.Object({
      front: address("that a guest begins at"),
      order: address("with the menu"),
      book: address("on which tables are booked"),
      join: address("on which guests join the waitlist"),
      find: address("on which guests find an order or booking again"),
    }),
  },
  { title: "Storefront" },
);

const get = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/storefront",
  operationId: "getStorefront",
  tag: "Locations",
  summary: "Read what guests are shown of a location",
  description:
    "The profile that its managers write, and the addresses of its pages. Whether a page takes orders or bookings now, the page says.",
  access: { kind: "app", scope: "locations:read" },
  params: { locationId: idField("str") },
  success: { 200: storefrontShape },
  refusals: ["not_found"],
  example: {
    response: {
      object: "storefront",
      location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
      description: "Wood-fired pizza by the canal since 1998.",
      cuisines: ["Italian", "Pizza"],
      price_level: 2,
      contact_email: "hello@trattoria.example",
      legal_name: "Trattoria Uno GmbH",
      tax_id: "DE123456789",
      slug: "trattoria-uno",
      listed: true,
      translations: { de: { description: "Pizza aus dem Holzofen, seit 1998 am Kanal." } },
      pages: {
        front: "https://maple.example/r/trattoria-uno",
        order: "https://maple.example/store/str_01k0w3gzq4w1d8n5v7j2m6t9ke",
        book: "https://maple.example/book/str_01k0w3gzq4w1d8n5v7j2m6t9ke",
        join: "https://maple.example/join/str_01k0w3gzq4w1d8n5v7j2m6t9ke",
        find: "https://maple.example/find?at=str_01k0w3gzq4w1d8n5v7j2m6t9ke",
      },
    },
  },
});

/** The route. */
export function storefrontRoutes({ baseUrl }: { readonly baseUrl: () => string }): BoundRoute[] {
  return [
    bindRead(get, async ({ app, params: { locationId: id } }, db) => {
      const location = await getGrantedLocation(db, app.id, id);
      if (isRefusal(location)) return location;
      const base = baseUrl();
      return reply(200, {
        object: "storefront",
        location_id: id,
        ...profileToWire(location.profile),
        pages: {
          front: `${base}${frontPathOf({ id, slug: location.profile.slug })}`,
          order: `${base}/store/${id}`,
          book: `${base}/book/${id}`,
          join: `${base}/join/${id}`,
          find: `${base}/find?at=${id}`,
        },
      });
    }),
  ];
}
