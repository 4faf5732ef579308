/** Vendure's steps: an import of products, a page of its shop, an order with its dummy payment that settles at once. */
import type { ChildProcess } from "node:child_process";
import { Calls, drawLines, type Peer } from "./peer.ts";

interface Asked {
  readonly token?: string | undefined;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const products = 60;
const variantsEach = 10;

const readPage = `{ products(options: { take: 10 }) { totalItems items { id slug name description variants { id name priceWithTax currencyCode } } } }`;

/** The first line makes the session whose order the second request completes; mutations of one request run in turn. */
const addLines = `mutation ($lines: [AddItemInput!]!) {
  addItemsToOrder(inputs: $lines) { order { id } errorResults { ... on ErrorResult { errorCode message } } } }`;
const completeOrder = `mutation ($method: ID!, $email: String!) {
  guest: setCustomerForOrder(input: { firstName: "Ada", lastName: "Guest", emailAddress: $email }) { ... on ErrorResult { errorCode message } }
  address: setOrderShippingAddress(input: { fullName: "Ada Guest", streetLine1: "Main Street 1", city: "Berlin", postalCode: "10115", countryCode: "DE" }) { ... on ErrorResult { errorCode message } }
  shipping: setOrderShippingMethod(shippingMethodId: [$method]) { ... on ErrorResult { errorCode message } }
  step: transitionOrderToState(state: "ArrangingPayment") { ... on ErrorResult { errorCode message } }
  paid: addPaymentToOrder(input: { method: "card", metadata: {} }) { ... on Order { code state totalWithTax lines { quantity } } ... on ErrorResult { errorCode message } }
}`;

/** Signs in, publishes the first products, answers what the bench asks. */
export async function prepareVendure(url: string, password: string, processes: readonly ChildProcess[]): Promise<Peer> {
  const calls = new Calls(url);
  const ask = async (api: "shop-api" | "admin-api", { token, query, variables }: Asked) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await calls.send(`/${api}`, headers, JSON.stringify({ query, variables }));
    if (/"(errors|errorCode)":/.test(answer.text)) throw new Error(`vendure: ${answer.text.slice(0, 800)}`);
    return { data: (JSON.parse(answer.text) as { readonly data: unknown }).data, answer };
  };
  const signedIn = await ask("admin-api", {
    query: `mutation ($password: String!) { login(username: "superadmin", password: $password) { ... on CurrentUser { id } ... on ErrorResult { errorCode message } } }`,
    variables: { password },
  });
  const token = String(signedIn.answer.headers["vendure-auth-token"]);
  let published = 0;
  const publish = () => importProducts(url, token, ++published);
  await publish();
  const { data } = await ask("admin-api", {
    token,
    query: "{ productVariants(options: { take: 600 }) { items { id } } }",
  });
  const variants = (data as { productVariants: { items: readonly { id: string }[] } }).productVariants.items;
  const shipping = await ask("admin-api", { token, query: "{ shippingMethods { items { id } } }" });
  const method = (shipping.data as { shippingMethods: { items: readonly { id: string }[] } }).shippingMethods.items[0]
    ?.id;
  let guests = 0;
  return {
    name: "Vendure",
    database: "vendure",
    processes,
    publish,
    readPage: async () => (await ask("shop-api", { query: readPage })).answer.text.length,
    async placeOrder() {
      const lines = drawLines(variants).map(({ id }) => ({ productVariantId: id, quantity: 1 }));
      const email = `guest-${++guests}@example.com`;
      const begun = await ask("shop-api", { query: addLines, variables: { lines } });
      const session = String(begun.answer.headers["vendure-auth-token"]);
      const { answer } = await ask("shop-api", { token: session, query: completeOrder, variables: { method, email } });
      if (!answer.text.includes("PaymentSettled")) throw new Error(`vendure: ${answer.text.slice(0, 800)}`);
    },
    close: () => calls.close(),
  };
}

/** Imports a file of products through the admin API, as its dashboard does. */
async function importProducts(url: string, token: string, number: number): Promise<void> {
  const form = new FormData();
  const query = "mutation ($file: Upload!) { importProducts(csvFile: $file) { imported errors } }";
  form.set("operations", JSON.stringify({ query, variables: { file: null } }));
  form.set("map", JSON.stringify({ 0: ["variables.file"] }));
  form.set("0", new Blob([productsFile(number)], { type: "text/csv" }), "products.csv");
  const headers = { authorization: `Bearer ${token}`, "apollo-require-preflight": "true" };
  const answer = await fetch(`${url}/admin-api`, { method: "POST", headers, body: form });
  const text = await answer.text();
  if (!text.includes(`"imported":${products}`) || !text.includes(`"errors":[]`))
    throw new Error(`vendure: ${text.slice(0, 800)}`);
}

function productsFile(number: number): string {
  const columns =
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";
  const rows = Array.from({ length: products * variantsEach }, (_, n) => {
    const [product, variant] = [Math.floor(n / variantsEach), n % variantsEach];
    const head = variant === 0 ? `Dish ${product},dish-${number}-${product},A dish of the day,,,size` : ",,,,,";
    return `${head},size ${variant},sku-${number}-${n},${(5 + (n % 20)).toFixed(2)},standard,0,false,,`;
  });
  return [columns, ...rows].join("\n");
}
