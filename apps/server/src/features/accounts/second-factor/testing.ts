import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows at a time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

export type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } } & Record<string, unknown>;
export type RequestOptions = { challenge: string; rpId: string } & Record<string, unknown>;

/** Deviations of a manipulated authenticator. */
interface AuthenticatorFaults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  userVerified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Signs with a key other than the passkey's. */
  foreignKey?: boolean;
}

interface Passkey {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/**
 * A browser with a software authenticator that makes real keys and signatures.
 * @param counts false for an authenticator whose counter stays at 0, like those with synced passkeys
 */
export function createAuthenticator(origin: string, { counts = true } = {}) {
  const passkeys: Passkey[] = [];

  const clientData = (type: string, challenge: string, faults: AuthenticatorFaults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: faults.crossOrigin ?? false,
      }),
    );

  const authData = (rpId: string, counter: number, faults: AuthenticatorFaults, attested = Buffer.alloc(0)) => {
    const flags = 0x01 | (faults.userVerified === false ? 0 : 0x04) | 0x18 | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.counter ?? counter);
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  };

  return {
    passkeys,

    /** `navigator.credentials.create` */
    create(options: CreationOptions, faults: AuthenticatorFaults = {}) {
      const { privateKey, publicKey } = newKey();
      const jwk = publicKey.export({ format: 'jwk' });
      const passkey = { id: randomBytes(32), privateKey, userHandle: options.user.id, counter: counts ? 1 : 0 };
      passkeys.push(passkey);
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(jwk.x ?? '', 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(jwk.y ?? '', 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(passkey.id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, passkey.id, isoCBOR.encode(cose)]);
      return {
        id: passkey.id.toString('base64url'),
        rawId: passkey.id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, faults).toString('base64url'),
          attestationObject: attestation(
            'none',
            new Map(),
            authData(options.rp.id, passkey.counter, faults, attested),
          ).toString('base64url'),
          transports: ['internal', 'hybrid', 'carrier-pigeon'],
        },
      };
    },

    /** `navigator.credentials.get`, with the latest passkey by default */
    get(options: RequestOptions, faults: AuthenticatorFaults = {}, passkey = passkeys.at(-1)) {
      if (!passkey) throw new Error('There is no passkey.');
      if (counts) passkey.counter += 1;
      const data = authData(options.rpId, passkey.counter, faults);
      const client = clientData('webauthn.get', options.challenge, faults);
      const key = faults.foreignKey ? newKey().privateKey : passkey.privateKey;
      return {
        id: passkey.id.toString('base64url'),
        rawId: passkey.id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
          userHandle: faults.userHandle ?? passkey.userHandle,
        },
      };
    },
  };
}

/** Encodes an attestation as CBOR; `create` makes one of format `none`. */
export function attestation(fmt: string, attStmt: Map<string, unknown>, authData: Buffer): Buffer {
  const parts = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', attStmt],
    ['authData', Uint8Array.from(authData)],
  ]);
  return Buffer.from(isoCBOR.encode(parts as never));
}

/** Extracts the authenticator data from the result of `create`. */
export function authDataOf(attestationObject: string): Buffer {
  const parts = isoCBOR.decodeFirst<Map<string, Uint8Array>>(
    Uint8Array.from(Buffer.from(attestationObject, 'base64url')),
  );
  return Buffer.from(parts.get('authData') ?? []);
}
