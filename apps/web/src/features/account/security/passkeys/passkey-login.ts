import type { SignedIn } from '@hexpedition/contract';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type { Api } from '#lib/api.ts';
import { askBrowser } from './passkey-errors.ts';

/** Whether this browser knows passkeys, here: on plain http it does not. False on the server. */
export const passkeysSupported = (): boolean =>
  typeof window !== 'undefined' && window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/**
 * Signs in with a passkey of the visitor's choice. To be called from a click: some browsers ask for one.
 * @returns null when they cancelled
 * @throws ApiError
 */
export async function signInWithPasskey(api: Api): Promise<SignedIn | null> {
  // Loaded when it is needed: few visitors of the log-in page do.
  const [{ startAuthentication }, { ticket, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api('POST /api/account/passkey/login_options'),
  ]);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await askBrowser(() => startAuthentication({ optionsJSON }));
  if (!credential) return null;
  return api('POST /api/account/passkey/login', { body: { ticket, credential: { ...credential } } });
}
