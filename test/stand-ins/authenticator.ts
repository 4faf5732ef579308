/**
 * A software authenticator (WebAuthn, "none" attestation, ES256): makes passkeys and signs with them as a browser's
 * would. It signs everything that the test gives it, wrong origins and old counts included.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

const present = 0x01;
const verified = 0x04;
const attested = 0x40;

export interface Authenticator {
  readonly id: string;
  /** What `navigator.credentials.create` answers, for the body of the call that adds a passkey. */
  register(challenge: string, origin: string): { clientDataJSON: string; attestationObject: string };
  /** What `navigator.credentials.get` answers. The count of signatures is the authenticator's own unless it is given. */
  assert(challenge: string, origin: string, count?: number): Assertion;
}

export interface Assertion {
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** A new authenticator with one passkey; without verification of the user when `isVerified` is false. */
export function createAuthenticator(isVerified = true): Authenticator {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const flags = present | (isVerified ? verified : 0);
  let signed = 0;
  return {
    id: id.toString("base64url"),
    register(challenge, origin) {
      const credential = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)]);
      const data = authenticatorData(origin, flags | attested, 0, credential);
      const attestation = map([
        [text("fmt"), text("none")],
        [text("attStmt"), map([])],
        [text("authData"), bytes(data)],
      ]);
      return {
        clientDataJSON: clientData("webauthn.create", challenge, origin).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      };
    },
    assert(challenge, origin, count = ++signed) {
      const client = clientData("webauthn.get", challenge, origin);
      const data = authenticatorData(origin, flags, count);
      return {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signatureOf(privateKey, data, client).toString("base64url"),
      };
    },
  };
}

function signatureOf(key: KeyObject, data: Buffer, client: Buffer): Buffer {
  return sign("sha256", Buffer.concat([data, sha256(client)]), key);
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(origin: string, flags: number, count: number, credential = Buffer.alloc(0)): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(count);
  return Buffer.concat([sha256(Buffer.from(new URL(origin).hostname)), Buffer.from([flags]), counted, credential]);
}

/** The public key in the form of COSE: an elliptic curve key (2) for ES256 (-7) on P-256 (1). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return map([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), bytes(Buffer.from(x, "base64url"))],
    [Buffer.from([0x22]), bytes(Buffer.from(y, "base64url"))],
  ]);
}

/** CBOR: a map of fewer than 24 entries. */
function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()]);
}

/** CBOR: a text of fewer than 24 letters. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** CBOR: 24 bytes or more; the length is written as short as can be, as readers compare it with a writing of their own. */
function bytes(value: Buffer): Buffer {
  const head = value.length < 256 ? Buffer.from([0x58, value.length]) : Buffer.from([0x59, ...uint16(value.length)]);
  return Buffer.concat([head, value]);
}

function uint16(value: number): Buffer {
  const written = Buffer.alloc(2);
  written.writeUInt16BE(value);
  return written;
}

function sha256(value: Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}
