/** A key and a certificate that signs itself, made for a test: TLS without a file, and with the end that the test wants. */
import { generateKeyPairSync, sign } from "node:crypto";

export interface OwnCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate for localhost that is good from a day before its end. */
export function makeOwnCertificate(endsAt: Date): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(der(0x31, sequence(objectId("550403"), der(0x0c, Buffer.from("localhost")))));
  const signedBy = sequence(objectId("2a8648ce3d040302"));
  const begins = new Date(endsAt.getTime() - 86_400_000);
  const signed = sequence(
    der(0xa0, integer(2)),
    integer(1),
    signedBy,
    name,
    sequence(time(begins), time(endsAt)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.of(0), sign("sha256", signed, privateKey));
  const text = sequence(signed, signedBy, signature).toString("base64").replaceAll(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value of ASN.1 in DER: its tag, its length, its bytes. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const integer = (value: number): Buffer => der(0x02, Buffer.of(value));
const time = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\..*/g, "")}Z`));
