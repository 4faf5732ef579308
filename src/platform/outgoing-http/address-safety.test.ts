import assert from "node:assert/strict";
import { isIP } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { isAddressLiteral, judgeAddress } from "./address-safety.ts";

const judged = (address: string): string => {
  const verdict = judgeAddress(address);
  return verdict.kind === "public" ? "public" : verdict.reason;
};

const table: Readonly<Record<string, readonly string[]>> = {
  public: [
    "8.8.8.8",
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.3.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "2600::1",
    "2a00:1450:4001:80b::200e",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "::ffff:8.8.8.8",
    "::FFFF:0808:0808",
    "64:ff9b::8.8.8.8",
    "64:ff9b::808:808",
    "3ffe:ffff::1",
    "3fff:1000::1",
  ],
  loopback: [
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.255",
    "::1",
    "0:0:0:0:0:0:0:1",
    "0000:0000:0000:0000:0000:0000:0000:0001",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::FFFF:127.0.0.1",
    "0:0:0:0:0:ffff:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::7f00:1",
  ],
  this_network: ["0.0.0.0", "0.1.2.3", "0.255.255.255", "::", "0:0:0:0:0:0:0:0", "::ffff:0.0.0.0", "64:ff9b::"],
  private: [
    "10.0.0.0",
    "10.1.2.3",
    "10.255.255.255",
    "172.16.0.0",
    "172.31.255.255",
    "192.168.0.0",
    "192.168.255.255",
    "::ffff:10.0.0.1",
    "::ffff:a00:1",
    "::ffff:192.168.1.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b::192.168.0.1",
    "fc00::1",
    "fd00:ec2::254",
    "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fec0::1",
  ],
  shared: ["100.64.0.0", "100.100.100.200", "100.127.255.255", "::ffff:100.64.0.1"],
  link_local: [
    "169.254.169.254",
    "169.254.170.2",
    "169.254.0.0",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe",
    "64:ff9b::169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
  ],
  metadata: ["168.63.129.16", "::ffff:168.63.129.16"],
  special_purpose: [
    "192.0.0.1",
    "192.0.0.192",
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    "2001::1",
    "2001:0:7f00:1::",
    "2001:10::1",
    "2001:20::1",
    "2001:1ff:ffff::1",
    "2620:4f:8000::1",
  ],
  documentation: [
    "192.0.2.1",
    "198.51.100.7",
    "203.0.113.9",
    "2001:db8::1",
    "2001:DB8:ffff::1",
    "3fff::1",
    "3fff:fff::1",
  ],
  benchmarking: ["198.18.0.0", "198.19.255.255"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
  reserved: [
    "240.0.0.1",
    "255.255.255.255",
    "::ffff:255.255.255.255",
    "100::1",
    "5f00::1",
    "4000::1",
    "64:ff9a::1",
    "1::",
    "64:ff9b::1:0:0",
    "::ffff:0:127.0.0.1",
    "::1:0:0:0",
  ],
  translation: [
    "::127.0.0.1",
    "::7f00:1",
    "::10.0.0.1",
    "::8.8.8.8",
    "::2",
    "192.88.99.1",
    "64:ff9b:1::1",
    "64:ff9b:1:2::a00:1",
    "2002::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:808:808::1",
  ],
  not_an_address: [
    "",
    "localhost",
    "example.com",
    "127.1",
    "0x7f000001",
    "2130706433",
    "0177.0.0.1",
    "127.0.0.01",
    "1.2.3.4.5",
    "256.1.1.1",
    "1.2.3",
    " 8.8.8.8",
    "8.8.8.8 ",
    "８.８.８.８",
    "[::1]",
    ":::",
    "::1::",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "12345::",
    "::g",
    "::127.0.0.1:1",
    "127.0.0.1::",
    "1.2.3.4:1::",
    "fe80::1%a%b",
    "1:2:3:4:5:6:7:1.2.3.4",
    ":1",
    "1:",
    ":",
    "1:2:3:4::5:6:7:8",
    "::ffff:127.0.0.01",
    "%",
    "1".repeat(10_000),
    ":".repeat(10_000),
    "1:".repeat(10_000),
  ],
};

for (const [expected, addresses] of Object.entries(table)) {
  test(`${expected}: ${addresses.length} addresses`, () => {
    for (const address of addresses) assert.equal(judged(address), expected, address.slice(0, 80));
  });
}

test("what is an address is what Node takes for one", () => {
  for (const address of Object.values(table).flat()) {
    assert.equal(isAddressLiteral(address), isIP(address) !== 0, address.slice(0, 80));
  }
});

const hex = fc.integer({ min: 0, max: 0xffff }).map((group) => group.toString(16));
const spelled = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.tuple(hex, hex).map(([a, b]) => `::ffff:${a}:${b}`),
  fc.array(hex, { minLength: 1, maxLength: 7 }).map((groups) => `${groups.join(":")}::`),
);

test("any spelling that Node accepts is read, and a mapped address is judged as its IPv4 address", () => {
  fc.assert(fc.property(spelled, (address) => assert.equal(isAddressLiteral(address), isIP(address) !== 0)));
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      for (const prefix of ["::ffff:", "0:0:0:0:0:FFFF:", "64:ff9b::", "64:ff9b:0:0:0:0:"]) {
        assert.equal(judged(prefix + address), judged(address), prefix + address);
      }
    }),
  );
});

test("no IPv6 address outside 2000::/3 is public, but for carried public IPv4 addresses", () => {
  const outside = fc.tuple(fc.integer({ min: 0, max: 0xffff }), fc.array(hex, { minLength: 7, maxLength: 7 }));
  fc.assert(
    fc.property(outside, ([first, rest]) => {
      const address = [first.toString(16), ...rest].join(":");
      if (first >> 13 === 1 || first === 0x64 || first === 0) return;
      assert.notEqual(judged(address), "public", address);
    }),
  );
});
