import type { EndpointAnswer } from '@hexpedition/contract';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { askBrowser } from './passkey-errors.ts';

/** What the device has made, to be handed in with a name. */
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
