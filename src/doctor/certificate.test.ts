/** How long the certificate of the public address is valid, as a server shows it (rules/operating 9.4). */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createServer } from "node:tls";
import { makeOwnCertificate } from "../../test/stand-ins/own-certificate.ts";
import { judgeCertificate } from "./judge-address.ts";
import { readCertificateEnd } from "./reach-address.client.ts";

const day = 86_400_000;
const ends = Date.UTC(2031, 4, 6, 7, 8, 9);

test("the end of a certificate is read of a server whose certificate nobody has signed, also when it has ended", async () => {
  for (const endsAt of [ends, Date.UTC(2020, 0, 1)]) {
    const server = createServer(makeOwnCertificate(new Date(endsAt)), (socket) => socket.end());
    server.on("tlsClientError", () => {});
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { port } = server.address() as AddressInfo;
      assert.equal(await readCertificateEnd(`https://127.0.0.1:${port}`), endsAt);
    } finally {
      server.close();
      await once(server, "close");
    }
  }
  await assert.rejects(readCertificateEnd("https://127.0.0.1:1"), { code: "ECONNREFUSED" });
});

test("a certificate is right for 14 days and more, then a warning, then wrong", () => {
  const judge = (daysBefore: number) => judgeCertificate("https://maple.example", ends, ends - daysBefore * day);
  assert.deepEqual(judge(15).standing, "right");
  assert.deepEqual(judge(14).says, "the certificate of https://maple.example is good until 2031-05-06, for 14 days");
  assert.deepEqual([judge(14).standing, judge(13.9).standing, judge(0).standing], ["right", "warning", "warning"]);
  assert.equal(judge(-0.1).standing, "wrong");
  assert.match(judge(-0.1).says, /ended on 2031-05-06$/);
});
