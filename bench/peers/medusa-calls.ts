/** Medusa's steps: batches of products, a page of the store, a cart that becomes an order with its own payment provider. */
import type { ChildProcess } from "node:child_process";
import { Calls, drawLines, type Peer } from "./peer.ts";

type Json = Readonly<Record<string, unknown>>;
interface WithId {
  readonly id: string;
}

/** What the store is made of. */
interface Store {
  readonly publishable: string;
  readonly channel: string;
  readonly region: string;
  readonly profile: string;
  readonly shipping: string;
}

const email = "admin@example.com";
const batches = 6;
const productsEach = 10;
const variantsEach = 10;

/** Signs in, makes a store, publishes the first products; answers what the bench asks. */
export async function prepareMedusa(url: string, password: string, processes: readonly ChildProcess[]): Promise<Peer> {
  const calls = new Calls(url);
  const signIn = await calls.send("/auth/user/emailpass", {}, JSON.stringify({ email, password }));
  const { token } = JSON.parse(signIn.text) as { readonly token: string };
  const manage = async (path: string, body?: Json): Promise<Json> => {
    const answer = await calls.send(path, { authorization: `Bearer ${token}` }, body && JSON.stringify(body));
    return JSON.parse(answer.text) as Json;
  };
  const store = await makeStore(manage);
  const guest = { "x-publishable-api-key": store.publishable };
  const publish = async (): Promise<void> => {
    for (let batch = 0; batch < batches; batch++)
      await manage("/admin/products/batch", { create: productsOf(store, batch) });
  };
  await publish();
  const listed = await manage("/admin/product-variants?limit=600&fields=id");
  const variants = (listed["variants"] as readonly WithId[]).map(({ id }) => id);
  const page = `/store/products?limit=10&region_id=${store.region}&fields=id,title,handle,description,*variants.calculated_price`;
  let guests = 0;
  return {
    name: "Medusa",
    database: "medusa",
    processes,
    publish,
    readPage: async () => (await calls.send(page, guest)).text.length,
    async placeOrder() {
      const send = async (path: string, body: Json): Promise<Json> =>
        JSON.parse((await calls.send(path, guest, JSON.stringify(body))).text) as Json;
      await placeOrder(send, store, { variants: drawLines(variants), guest: `guest-${++guests}@example.com` });
    },
    close: () => calls.close(),
  };
}

interface Wish {
  readonly variants: readonly string[];
  /** An address of their own: two carts at once with one that is new are refused. */
  readonly guest: string;
}

type Send = (path: string, body: Json) => Promise<Json>;

/** The calls that the documentation names for a checkout; the payment is authorised, which is where its checkout ends. */
async function placeOrder(send: Send, store: Store, { variants, guest }: Wish): Promise<void> {
  const made = await send("/store/carts", {
    region_id: store.region,
    email: guest,
    items: variants.map((variant_id) => ({ variant_id, quantity: 1 })),
    shipping_address: {
      first_name: "Ada",
      last_name: "Guest",
      address_1: "Main Street 1",
      city: "Berlin",
      postal_code: "10115",
      country_code: "de",
    },
  });
  const cart = (made["cart"] as WithId).id;
  await send(`/store/carts/${cart}/shipping-methods`, { option_id: store.shipping });
  const asked = await send("/store/payment-collections", { cart_id: cart });
  const collection = (asked["payment_collection"] as WithId).id;
  await send(`/store/payment-collections/${collection}/payment-sessions`, { provider_id: "pp_system_default" });
  const placed = await send(`/store/carts/${cart}/complete`, {});
  if (placed["type"] !== "order") throw new Error(`medusa: ${JSON.stringify(placed).slice(0, 800)}`);
}

function productsOf({ channel, profile }: Store, batch: number): readonly Json[] {
  const sizes = Array.from({ length: variantsEach }, (_, n) => `size ${n}`);
  return Array.from({ length: productsEach }, (_, n) => ({
    title: `Dish ${batch * productsEach + n}`,
    handle: `dish-${crypto.randomUUID()}`,
    description: "A dish of the day",
    status: "published",
    shipping_profile_id: profile,
    sales_channels: [{ id: channel }],
    options: [{ title: "size", values: sizes }],
    variants: sizes.map((size, index) => ({
      title: size,
      options: { size },
      manage_inventory: false,
      prices: [{ amount: 5 + index, currency_code: "eur" }],
    })),
  }));
}

/** A sales channel with its key, a region with its tax, a place that ships, and a way to ship. */
async function makeStore(manage: (path: string, body?: Json) => Promise<Json>): Promise<Store> {
  const make = async (path: string, name: string, body: Json): Promise<WithId & { readonly token?: string }> =>
    (await manage(path, body))[name] as WithId;
  const [owned] = (await manage("/admin/stores"))["stores"] as readonly WithId[];
  await manage(`/admin/stores/${owned?.id}`, { supported_currencies: [{ currency_code: "eur", is_default: true }] });
  const { id: channel } = await make("/admin/sales-channels", "sales_channel", { name: "Guests" });
  const key = await make("/admin/api-keys", "api_key", { title: "Guests", type: "publishable" });
  await manage(`/admin/api-keys/${key.id}/sales-channels`, { add: [channel] });
  const { id: region } = await make("/admin/regions", "region", {
    name: "Germany",
    currency_code: "eur",
    countries: ["de"],
    payment_providers: ["pp_system_default"],
  });
  await manage("/admin/tax-regions", {
    country_code: "de",
    provider_id: "tp_system",
    default_tax_rate: { name: "Standard", code: "standard", rate: 20 },
  });
  const { id: place } = await make("/admin/stock-locations", "stock_location", { name: "Kitchen" });
  await manage(`/admin/stock-locations/${place}/fulfillment-providers`, { add: ["manual_manual"] });
  await manage(`/admin/stock-locations/${place}/sales-channels`, { add: [channel] });
  const withSet = await manage(`/admin/stock-locations/${place}/fulfillment-sets?fields=*fulfillment_sets`, {
    name: "Delivery",
    type: "shipping",
  });
  const [set] = (withSet["stock_location"] as { readonly fulfillment_sets: readonly WithId[] }).fulfillment_sets;
  const zones = await manage(`/admin/fulfillment-sets/${set?.id}/service-zones`, {
    name: "Germany",
    geo_zones: [{ type: "country", country_code: "de" }],
  });
  const [zone] = (zones["fulfillment_set"] as { readonly service_zones: readonly WithId[] }).service_zones;
  const { id: profile } = await make("/admin/shipping-profiles", "shipping_profile", {
    name: "Dishes",
    type: "dishes",
  });
  const { id: shipping } = await make("/admin/shipping-options", "shipping_option", {
    name: "Standard",
    service_zone_id: zone?.id,
    shipping_profile_id: profile,
    provider_id: "manual_manual",
    price_type: "flat",
    type: { label: "Standard", description: "Standard", code: "standard" },
    prices: [{ amount: 5, currency_code: "eur" }],
    rules: [],
  });
  return { publishable: key.token ?? "", channel, region, profile, shipping };
}
