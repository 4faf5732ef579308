/** The command behind a company's proxy: a real proxy, and a service whose name only the proxy knows. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { proxyFor, unreachable } from "./reach-service.ts";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const list = JSON.stringify({ object: "list", data: [], has_more: false });

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

async function run(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> {
  const kept = Object.entries(process.env).filter(([name]) => !/proxy/i.test(name));
  const child = spawn(process.execPath, [main, ...words, "--key", "mpk_test_x"], {
    env: { ...Object.fromEntries(kept), ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (err += part.toString()));
  const [code] = (await once(child, "close")) as [unknown];
  return { code, out, err };
}

describe("behind a proxy (rules/packages 2.4)", () => {
  const asked: string[] = [];
  const service = createServer((_, response) => response.setHeader("content-type", "application/json").end(list));
  const proxy = createServer((incoming, response) => {
    asked.push(incoming.url ?? "");
    if (incoming.headers["proxy-authorization"] === undefined && /secret/.test(incoming.url ?? ""))
      return response.writeHead(407, { "proxy-authenticate": "Basic" }).end();
    const { pathname, search } = new URL(incoming.url ?? "");
    const { port } = service.address() as AddressInfo;
    return request({ port, path: pathname + search, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  let [at, own] = ["", ""];
  before(async () => {
    at = `127.0.0.1:${await listening(proxy)}`;
    own = `http://127.0.0.1:${await listening(service)}`;
  });
  after(() => [service, proxy].forEach((server) => server.close()));

  test("calls go through the proxy that the shell names, but for this machine and what NO_PROXY names", async () => {
    const far = await run(["orders", "list", "--url", "http://maple.invalid"], { HTTP_PROXY: `http://${at}` });
    assert.deepEqual([far.code, far.err], [0, ""]);
    assert.match(asked.splice(0).join(), /^http:\/\/maple\.invalid\/v1\/orders/);
    const near = await run(["orders", "list", "--url", own], { http_proxy: `http://${at}` });
    assert.deepEqual([near.code, near.err, asked.length], [0, "", 0]);
    // Another address of this machine, that needs no name server.
    const { port } = service.address() as AddressInfo;
    const except = { HTTP_PROXY: `http://${at}`, NO_PROXY: "0.0.0.0" };
    const direct = await run(["orders", "list", "--url", `http://0.0.0.0:${port}`], except);
    assert.deepEqual([direct.code, direct.err, asked.length], [0, "", 0]);
    await run(["orders", "list", "--url", `http://0.0.0.0:${port}`], { HTTP_PROXY: `http://${at}` });
    assert.equal(asked.splice(0).length, 1);
  });

  test("a proxy that wants a password, and a variable that names no proxy, are told", async () => {
    const refused = await run(["orders", "list", "--url", "http://secret.invalid"], { HTTP_PROXY: `http://${at}` });
    assert.equal(refused.code, 3);
    assert.ok(refused.err.includes(`the proxy ${at} of HTTP_PROXY refuses the call to http://secret.invalid with 407`));
    const given = await run(["orders", "list", "--url", "http://secret.invalid"], { HTTP_PROXY: `http://me:pw@${at}` });
    assert.deepEqual([given.code, given.err], [0, ""]);
    const odd = await run(["orders", "list", "--url", own], { HTTP_PROXY: "ftp://127.0.0.1:1080" });
    assert.deepEqual([odd.code, /have to be addresses as http:/.test(odd.err)], [0, true]);
  });

  test("a sign-in page that answers everything is told, by a call and by the stream of events", async () => {
    const portal = createServer((_, response) => response.setHeader("content-type", "text/html").end("<p>Welcome"));
    const url = `http://127.0.0.1:${await listening(portal)}`;
    const called = await run(["orders", "list", "--url", url], {});
    assert.equal(called.code, 1);
    assert.match(called.err, /the answer is not one of Maple: is the address right\?/);
    const words = ["listen", "--forward-to", "http://127.0.0.1:9/hooks", "--url", url, "--key", "mpk_test_x"];
    const heard = spawn(process.execPath, [main, ...words], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    for await (const part of heard.stderr) {
      said += String(part);
      if (/answers with a page and no events.*; connecting again/.test(said)) break;
    }
    heard.kill("SIGKILL");
    portal.close();
  });
});

describe("why a service was not reached", () => {
  const failure = (code: string, name = "Error"): Error =>
    Object.assign(new TypeError("fetch failed", { cause: Object.assign(new Error("it failed"), { code }) }), { name });
  const told = (error: unknown, variables = {}): string => unreachable("https://maple.example.com", error, variables);

  for (const [code, remedy] of [
    ["ENOTFOUND", /No name server knows the host/],
    ["EAI_AGAIN", /The name server does not answer/],
    ["UND_ERR_CONNECT_TIMEOUT", /look at the firewall/],
    ["SELF_SIGNED_CERT_IN_CHAIN", /NODE_EXTRA_CA_CERTS=FILE/],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /NODE_EXTRA_CA_CERTS=FILE/],
    ["ENETUNREACH", /no way to the host/],
    ["ECONNREFUSED", /^no service answers at https:\/\/maple\.example\.com/],
  ] as const)
    test(code, () => assert.match(told(failure(code)), remedy));

  test("by the proxy, when one is on the way, and never with its password", () => {
    const variables = { HTTPS_PROXY: "http://me:hidden@proxy.example.com:3128" };
    const said = told(failure("ECONNREFUSED"), variables);
    assert.match(said, /through the proxy proxy\.example\.com:3128 of HTTPS_PROXY: ECONNREFUSED/);
    assert.doesNotMatch(said, /hidden/);
  });

  test("the proxy of an address", () => {
    const variables = { HTTPS_PROXY: "http://p:1", NO_PROXY: ".example.com, 10.0.0.1" };
    assert.equal(proxyFor("https://maple.example.org", variables)?.proxy, "p:1");
    for (const url of ["https://a.example.com", "https://10.0.0.1", "https://localhost", "http://maple.example.org"])
      assert.equal(proxyFor(url, variables), undefined, url);
  });
});
