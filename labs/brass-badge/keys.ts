import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** A key with which the gate verifies. */
export interface Key {
  kid: string;
  /** Algorithm of papers with this key. */
  alg: 'RS256' | 'HS256';
  /** For RS256 the public key as PEM; for HS256 the secret. */
  text: string;
}

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Signs badges. It never leaves the gatehouse. */
export const stamp: KeyObject = createPrivateKey(pair.privateKey);

const name = (metal: string) => `${metal}-${randomBytes(3).toString('hex')}`;
export const brass: Key = { kid: name('brass'), alg: 'RS256', text: pair.publicKey };
/** Day passes are older than the key pair, and use a secret. */
export const tin: Key = { kid: name('tin'), alg: 'HS256', text: randomBytes(32).toString('base64') };

export const ring: ReadonlyMap<string, Key> = new Map([brass, tin].map((key) => [key.kid, key]));
