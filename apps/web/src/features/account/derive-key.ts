import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { DeriveKeyFunction } from 'altcha-lib/types';

/**
 * PBKDF2-HMAC-SHA-256 (RFC 8018) in JavaScript. It takes about seven times as long as Web Crypto, which browsers offer
 * only at https addresses and on this machine.
 */
export const deriveKey: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => ({
  parameters: {},
  derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }),
});
