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
