/** Returns a signature with another first character. The last characters carry unused bits, so changing them may change nothing. */
export const tampered = (signature: string): string => `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
