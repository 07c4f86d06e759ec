import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Loaded on first use, because it takes a quarter of a second. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** Untrusted input from the browser. */
export type Credential = Record<string, unknown>;

interface KnownKey {
  credential_id: string;
  public_key: Buffer;
  counter: string;
}

/** COSE ids of the supported algorithms: EdDSA, ES256, RS256. Every browser and key supports at least one of them. */
const algorithms = [-8, -7, -257];
/** Size limits: the first is WebAuthn's own, the second fits RSA with 8192 bits. */
const sizeLimits = { idBytes: 1_023, keyBytes: 1_200 };
const knownTransports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** Time limit for the browser, and lifetime of the tickets. */
export const ceremonySeconds = 300;

/** The user handle: how a passkey identifies its user. */
export function userHandle(userPk: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, userPk);
  return bytes;
}

/**
 * Creates and verifies WebAuthn ceremonies: discoverable credentials, user verification required, no attestation. A
 * failed verification gives no reason.
 * @param publicUrl the only accepted origin
 */
export function createWebAuthn(publicUrl: string) {
  const rpID = new URL(publicUrl).hostname;
  const timeout = ceremonySeconds * 1_000;

  return {
    registrationOptions: async (
      siteName: string,
      user: { pk: number; username: string },
      existing: { credential_id: string; transports: string[] }[],
    ) =>
      (await library()).generateRegistrationOptions({
        rpName: siteName,
        rpID,
        userID: userHandle(user.pk),
        userName: user.username,
        userDisplayName: user.username,
        timeout,
        attestationType: 'none',
        excludeCredentials: existing.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      }),

    loginOptions: async (challenge: Uint8Array<ArrayBuffer>) =>
      (await library()).generateAuthenticationOptions({ rpID, timeout, challenge, userVerification: 'required' }),

    async verifyRegistration(credential: Credential, challenge: string) {
      return orUndefined(async () => {
        const response = credential as unknown as RegistrationResponseJSON;
        await rejectFrames(response.response.clientDataJSON);
        await rejectCertificates(response.response.attestationObject);
        const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: publicUrl,
          expectedRPID: rpID,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        });
        if (!verified) return undefined;
        const { id, publicKey, counter } = registrationInfo.credential;
        if (Buffer.from(id, 'base64url').length > sizeLimits.idBytes || publicKey.length > sizeLimits.keyBytes)
          return undefined;
        const transports: unknown = response.response.transports;
        return {
          credentialId: id,
          publicKey: Buffer.from(publicKey),
          counter,
          transports: [...knownTransports].filter((known) => Array.isArray(transports) && transports.includes(known)),
          synced: registrationInfo.credentialBackedUp,
        };
      });
    },

    async verifyLogin(credential: Credential, challenge: string, key: KnownKey, handle: Uint8Array) {
      return orUndefined(async () => {
        const response = credential as unknown as AuthenticationResponseJSON;
        await rejectFrames(response.response.clientDataJSON);
        // The credential is discoverable, so the answer contains a user handle. It must belong to the key's owner.
        if (response.response.userHandle !== Buffer.from(handle).toString('base64url')) return undefined;
        const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: publicUrl,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: key.credential_id,
            publicKey: Uint8Array.from(key.public_key),
            counter: Number(key.counter),
          },
        });
        if (!verified) return undefined;
        return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
      });
    },
  };
}

/** Returns the credential id of an answer if it is well-formed. */
export function credentialIdOf({ id }: Credential): string | undefined {
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? id : undefined;
}

/** Rejects answers from an iframe: passkeys work only in a top-level page of this site. */
async function rejectFrames(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await helpers();
  if (decodeClientDataJSON(clientDataJSON).crossOrigin) throw new Error('The answer comes from an iframe.');
}

/**
 * Rejects attestations with certificates. We request none, and the library would follow them and even fetch addresses in
 * them.
 */
async function rejectCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await helpers();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isSelf = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelf) throw new Error('The answer contains an attestation.');
}

/** Returns undefined if verification throws. The library throws for a wrong answer, and on invalid input anywhere. */
async function orUndefined<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
