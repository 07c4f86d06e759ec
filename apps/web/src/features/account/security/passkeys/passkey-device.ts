import type { EndpointAnswer, SignedIn } from '@hexpedition/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Api } from '#lib/api.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';

const sentences: Record<string, string> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address. They need https, or localhost.',
  NotSupportedError: 'This device cannot keep passkeys of the kind that we need. Try another one.',
  ConstraintError: 'This device cannot check who holds it. Set a screen lock or a PIN first, or try another one.',
};

/** Whether the visitor said no, or nothing: browsers do not tell which. */
const isCancelled = (name: string) => name === 'NotAllowedError' || name === 'AbortError';

/**
 * Runs what the browser asks the visitor for.
 * @returns null when they cancelled or took too long
 * @throws ApiError with a sentence that can be shown
 */
export async function askBrowser<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isApiError(error)) throw error;
    const name = error instanceof Error ? error.name : '';
    if (isCancelled(name)) return null;
    const msg = sentences[name] ?? 'The browser could not do this. Try again, or with another device.';
    throw new ApiError(0, { code: 'passkey_invalid', msg });
  }
}

/** Whether this browser can use passkeys at this address: on plain http it can't. False on the server. */
export const passkeysSupported = (): boolean =>
  typeof window !== 'undefined' && window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/**
 * Signs in with a passkey of the visitor's choice. Call it from a click, because some browsers require one.
 * @returns null when they cancelled
 * @throws ApiError
 */
export async function signInWithPasskey(api: Api): Promise<SignedIn | null> {
  // Loaded when it is needed, because few visitors of the log-in page need it.
  const [{ startAuthentication }, { ticket, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api('POST /api/account/passkey/login_options'),
  ]);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await askBrowser(() => startAuthentication({ optionsJSON }));
  if (!credential) return null;
  return api('POST /api/account/passkey/login', { body: { ticket, credential: { ...credential } } });
}

/** What the device has made, to be saved with a name. */
export interface NewPasskey {
  ticket: string;
  credential: Record<string, unknown>;
}

/**
 * Lets the device make a passkey.
 * @returns null when the visitor cancelled
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
