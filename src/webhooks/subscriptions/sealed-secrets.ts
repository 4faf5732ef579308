/**
 * Signing secrets at rest: AES-256-GCM under a key that is not in the database. Guarantees: a sealed secret can be
 * unsealed only for its own row in its own service, and not after a byte was changed. Several keys may unseal and the
 * first one seals, so SECRET_KEY can be replaced while old rows are still read. Pure: the caller gives the nonce, fresh
 * each time.
 */
import { serviceName } from "../../kernel/service-labels.ts";
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto";
import { signingSecretPrefix } from "./signature.ts";

export interface SealedSecrets {
  /** Seals a secret for a row; the nonce is 12 random bytes, never used before. */
  seal(rowId: string, secret: string, nonce: Uint8Array): Buffer;
  /** Unseals what was sealed for the row; throws when it was not, or was sealed under a key that is not configured. */
  unseal(rowId: string, sealed: Uint8Array): string;
  /** Whether the current key sealed it; otherwise it is to be sealed anew. */
  isCurrent(sealed: Uint8Array): boolean;
  /** The secret that signs what an app's listeners receive: derived, the same as long as the current key is. */
  listenerSecret(appId: string): string;
}

export const nonceLength = 12;
const version = 1;
const keyMarkLength = 4;
const tagLength = 16;
const headLength = 1 + keyMarkLength + nonceLength;

interface SealingKey {
  readonly key: Buffer;
  /** The first bytes of the hash of the key: tells which key unseals a row, and nothing about the key. */
  readonly mark: Buffer;
}

const signing = "maple webhook signing secrets";

/**
 * `secretKeys` are the bytes of SECRET_KEY, the current one first and then those it replaced; `purpose` makes keys of its
 * own for secrets of another kind.
 */
export function sealedSecrets(
  secretKeys: readonly Uint8Array[],
  livemode: boolean,
  purpose: string = signing,
): SealedSecrets {
  const keys = secretKeys.map((secretKey) => deriveKey(secretKey, purpose));
  const [current] = keys;
  if (current === undefined) throw new Error("sealing needs a key");
  const name = serviceName({ livemode });
  const associated = (rowId: string): Buffer => Buffer.from(`${name}\n${rowId}`);
  return {
    seal(rowId, secret, nonce) {
      if (nonce.length !== nonceLength) throw new Error("sealing needs a 12-byte nonce");
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(associated(rowId));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(version), current.mark, nonce, text, cipher.getAuthTag()]);
    },
    isCurrent: (sealed) => sealed[0] === version && current.mark.equals(sealed.subarray(1, 1 + keyMarkLength)),
    listenerSecret: (appId) => {
      const bytes = createHmac("sha256", current.key).update(`listener\n${name}\n${appId}`).digest("base64");
      return `${signingSecretPrefix}${bytes}`;
    },
    unseal(rowId, bytes) {
      const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const mark = sealed.subarray(1, 1 + keyMarkLength);
      const found = keys.find((each) => each.mark.equals(mark));
      if (found === undefined || sealed[0] !== version || sealed.length < headLength + tagLength) {
        throw new Error(`the secret of ${rowId} is not sealed under a configured SECRET_KEY`);
      }
      const decipher = createDecipheriv("aes-256-gcm", found.key, sealed.subarray(1 + keyMarkLength, headLength), {
        authTagLength: tagLength,
      });
      decipher.setAAD(associated(rowId)).setAuthTag(sealed.subarray(-tagLength));
      return Buffer.concat([decipher.update(sealed.subarray(headLength, -tagLength)), decipher.final()]).toString(
        "utf8",
      );
    },
  };
}

function deriveKey(secretKey: Uint8Array, purpose: string): SealingKey {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", purpose, 32));
  return { key, mark: createHash("sha256").update(key).digest().subarray(0, keyMarkLength) };
}
