import { readFile } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { StartError } from '#platform/start-error';

/** For whom an archive is encrypted: the owner of an age identity, or those who know a passphrase. */
export type EncryptionKey = { recipient: string } | { passphrase: string };

/** An age identity (`AGE-SECRET-KEY-1…`) or a passphrase. */
export type DecryptionKey = { identity: string } | { passphrase: string };

/** @param scryptLogN work factor of a passphrase; tests use a low one */
export function createEncrypter(key: EncryptionKey, scryptLogN = 18): Encrypter {
  const encrypter = new Encrypter();
  if ('passphrase' in key) {
    encrypter.setPassphrase(key.passphrase);
    encrypter.setScryptWorkFactor(scryptLogN);
    return encrypter;
  }
  try {
    encrypter.addRecipient(key.recipient);
  } catch {
    throw new StartError(
      `"${key.recipient}" is not an age recipient.`,
      'Use the text that begins with age1. Create a key with: npm run backup -- --new-key <file>',
    );
  }
  return encrypter;
}

export function createDecrypter(key: DecryptionKey): Decrypter {
  const decrypter = new Decrypter();
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase);
  else {
    try {
      decrypter.addIdentity(key.identity);
    } catch {
      throw new StartError(
        'The identity file contains no valid age identity.',
        'Use the file that npm run backup -- --new-key <file> wrote. Its key begins with AGE-SECRET-KEY-1.',
      );
    }
  }
  return decrypter;
}

/** Creates a key pair. @returns the text of an identity file, in the form of `age-keygen`, and the recipient */
export async function createKeyPair(): Promise<{ identityFile: string; recipient: string }> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return { identityFile: `# public key: ${recipient}\n${identity}\n`, recipient };
}

/** Reads the identity from a file in the form of `age-keygen`. */
export async function readIdentityFile(path: string): Promise<DecryptionKey> {
  const identity = (await readText(path)).split('\n').find((line) => line.trim().startsWith('AGE-SECRET-KEY-'));
  if (!identity) {
    throw new StartError(
      `${path} contains no age identity.`,
      'Use the file that npm run backup -- --new-key <file> wrote. Its key begins with AGE-SECRET-KEY-1.',
    );
  }
  return { identity: identity.trim() };
}

/** Reads a passphrase from the first line of a file. A passphrase on the command line would be visible to all users. */
export async function readPassphraseFile(path: string): Promise<{ passphrase: string }> {
  const [passphrase = ''] = (await readText(path)).split(/\r?\n/);
  if (passphrase.length >= 12) return { passphrase };
  throw new StartError(
    `The first line of ${path} has less than 12 characters.`,
    'Put a passphrase of at least 12 characters there, such as five random words.',
  );
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`${path} cannot be read (${code}).`, 'Check the path and its permissions.');
  }
}

/** Converts to the type of the browser's streams, which age's functions take. */
export const toWebStream = (bytes: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(bytes) as unknown as globalThis.ReadableStream<Uint8Array>;
