/**
 * Returns a signature with another first character. The last characters carry unused bits, so changing them may leave
 * the signature valid: `AA` at the end did so for 1 of 1,024.
 */
export const tampered = (signature: string): string => `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
