import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Loaded with the first passkey, because it takes a quarter of a second. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** What the browser hands over: not to be trusted in any way. */
export type Credential = Record<string, unknown>;

interface KnownKey {
  credential_id: string;
  public_key: Buffer;
  counter: string;
}

/**
 * The three algorithms of which every browser and key can do at least one, by their COSE numbers: EdDSA, ES256, RS256.
 */
const algorithms = [-8, -7, -257];
/** Longer ones are nobody's key: the first bound is WebAuthn's own, the second holds RSA with 8192 bits. */
const most = { idBytes: 1_023, keyBytes: 1_200 };
const knownTransports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** How long the browser may take, and how long our tickets last. */
export const ceremonySeconds = 300;

/** The user handle: what a passkey knows its user by. */
export function userHandle(userPk: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, userPk);
  return bytes;
}

/**
 * WebAuthn as we want it: keys that are found without a name, that verify their user, and that need not say who made
 * them. An answer verifies or it does not; nobody is told what was wrong with it.
 * @param publicUrl the only origin that answers may come from
 */
export function createWebAuthn(publicUrl: string) {
  const rpID = new URL(publicUrl).hostname;
  const timeout = ceremonySeconds * 1_000;

  return {
    registrationOptions: async (
      user: { pk: number; username: string },
      existing: { credential_id: string; transports: string[] }[],
    ) =>
      (await library()).generateRegistrationOptions({
        rpName: 'Hexpedition',
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
        await refuseFrames(response.response.clientDataJSON);
        await refuseCertificates(response.response.attestationObject);
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
        if (Buffer.from(id, 'base64url').length > most.idBytes || publicKey.length > most.keyBytes) return undefined;
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
        await refuseFrames(response.response.clientDataJSON);
        // The key was found without a name, so the answer says whose it is; it must name the owner of the key.
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

/** The id that an answer is for, if it can be one. */
export function credentialIdOf({ id }: Credential): string | undefined {
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? id : undefined;
}

/** Passkeys are for this site in its own window, not inside of another. */
async function refuseFrames(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await helpers();
  if (decodeClientDataJSON(clientDataJSON).crossOrigin) throw new Error('It comes out of a frame.');
}

/**
 * We ask for no attestation. One with certificates would only make the library follow them, and even fetch addresses
 * that stand in them.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await helpers();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  const isSelf = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelf) throw new Error('It brings an attestation.');
}

/** The library throws at a wrong answer, and rubbish can make anything in it throw. */
async function orUndefined<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
