/** Maximum length of a name. */
export const MAX_LENGTH = 600;

/** Input that the keeper rejects: blanks of every kind, line comments, and forbidden words. */
const refused = [/\s/, /--/, /union/i, /substr/i, /like/i, /glob/i, /unicode/i];

/** Returns whether the keeper rejects a name. */
export const hangsUp = (name: string): boolean => refused.some((one) => one.test(name));
