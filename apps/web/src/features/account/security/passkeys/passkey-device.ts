import type { EndpointAnswer, SignedIn } from '@hexpedition/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Api } from '#lib/api.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';

const sentences: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address. They need HTTPS or localhost.',
  NotSupportedError: 'This device does not support the passkeys that this site needs. Try another device.',
  ConstraintError: 'This device has no screen lock. Set a screen lock or PIN first, or try another device.',
};

/** Browsers report a rejection and a timeout with the same errors. */
const isCancelled = (name: string) => name === 'NotAllowedError' || name === 'AbortError';

/**
 * Runs a WebAuthn prompt.
 * @returns null if the user cancelled or the prompt timed out
 * @throws ApiError with a message for the user
 */
export async function askBrowser<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isApiError(error)) throw error;
    const name = error instanceof Error ? error.name : '';
    if (isCancelled(name)) return null;
    const msg = sentences[name] ?? 'The browser could not do that. Try again, or use another device.';
    throw new ApiError(0, { code: 'passkey_invalid', msg });
  }
}

/** Returns whether this browser supports passkeys at this address (HTTPS or localhost). False on the server. */
export const passkeysSupported = (): boolean =>
  typeof window !== 'undefined' && window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/**
 * Logs in with a passkey. Call it from a click handler, because some browsers require a user gesture.
 * @returns null if the user cancelled
 * @throws ApiError
 */
export async function signInWithPasskey(api: Api): Promise<SignedIn | null> {
  // Loaded on demand, because few visitors of the log-in page use it.
  const [{ startAuthentication }, { ticket, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api('POST /api/account/passkey/login_options'),
  ]);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await askBrowser(() => startAuthentication({ optionsJSON }));
  if (!credential) return null;
  return api('POST /api/account/passkey/login', { body: { ticket, credential: { ...credential } } });
}

/** A passkey that the device has created but the server has not stored yet. */
export interface NewPasskey {
  ticket: string;
  credential: Record<string, unknown>;
}

/**
 * Creates a passkey on the device.
 * @returns null if the user cancelled
 * @throws ApiError
 */
export async function makePasskey(
  begun: EndpointAnswer<'POST /api/account/passkey/options'>,
): Promise<NewPasskey | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = begun.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await askBrowser(() => startRegistration({ optionsJSON }));
  return credential && { ticket: begun.ticket, credential: { ...credential } };
}
