import assert from "node:assert/strict";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { photoPath } from "./photo-address.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");

describe("pictures over the wire", () => {
  let service: TestService;
  let dead: Server;
  let well: Server;
  let locationId: string;
  let other: string;
  let urls: { readonly dead: readonly string[]; readonly well: string; readonly large: string };
  const hanging: ServerResponse[] = [];
  const bothAsked = Promise.withResolvers<void>();

  async function listen(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  before(async () => {
    dead = createServer((_request, response) => {
      if (hanging.push(response) === 2) bothAsked.resolve();
    });
    const large = Buffer.concat([png, Buffer.alloc(400_001)]);
    well = createServer(({ url }, response) => response.end(url === "/large.png" ? large : png));
    const [nowhere, somewhere] = [await listen(dead), await listen(well)];
    urls = {
      dead: Array.from({ length: 6 }, (_, at) => `${nowhere}/${at}.png`),
      well: `${somewhere}/a.png`,
      large: `${somewhere}/large.png`,
    };
    service = await startService();
    const one = (externalId: string, imageUrl: string) => ({
      externalId,
      name: externalId,
      imageUrl,
      variations: [
        { externalId: `${externalId}-one`, name: "One", price: { amount: { amountMinor: 100, currency: "USD" } } },
      ],
    });
    const menuOf = (items: readonly object[]) => ({
      currency: "USD",
      categories: [{ externalId: "c", name: "All", items }],
    });
    ({ locationId } = await createOrderingLocation(
      service,
      {},
      menuOf(urls.dead.map((url, at) => one(`dead-${at}`, url))),
    ));
    const shown = menuOf([one("well", urls.well), one("large", urls.large)]);
    other = (await createOrderingLocation(service, {}, shown)).locationId;
  });
  after(async () => {
    for (const response of hanging) response.destroy();
    await service.stop();
    for (const server of [dead, well]) {
      server.closeAllConnections();
      server.close();
    }
  });

  test("a picture of more than 400 KB is shown with its dish, and not in the list (rules/ordering 14.5)", async () => {
    const ask = async (url: string, query = "") =>
      (await service.call("GET", `${photoPath(other, url)}${query}`)).status;
    assert.deepEqual([await ask(urls.large, "?list"), await ask(urls.large)], [204, 200]);
    assert.deepEqual([await ask(urls.well, "?list"), await ask(urls.well)], [200, 200]);
    for (const page of [`/store/${other}`, `/store/${other}/dish?dish=large`]) {
      const { text } = await service.call("GET", page);
      assert.ok(text.includes(`src="${photoPath(other, urls.large)}${page.endsWith(other) ? "?list" : ""}"`), page);
    }
  });

  test("a host that does not answer has two requests and delays no picture of another host", async () => {
    const waiting = urls.dead.map((url) => service.call("GET", photoPath(locationId, url)));
    let settled = 0;
    for (const each of waiting) void each.then(() => settled++);
    await bothAsked.promise;
    const picture = await service.call("GET", photoPath(other, urls.well));
    assert.equal(picture.status, 200);
    assert.deepEqual([settled, hanging.length], [0, 2]);
    dead.removeAllListeners("request");
    dead.on("request", (_request, response) => void response.writeHead(404).end());
    for (const response of hanging) response.destroy();
    assert.equal((await waiting[0])?.status, 404);
    const etag = picture.headers.get("etag") ?? "";
    const same = await service.call("GET", photoPath(other, urls.well), { headers: { "if-none-match": etag } });
    assert.deepEqual([same.status, same.text], [304, ""]);
    for (const { status } of await Promise.all(waiting)) assert.ok([404, 503].includes(status));
  });
});
