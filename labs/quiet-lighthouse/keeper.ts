/** Longer names aren't listened to. */
export const LONGEST = 600;

/** What the keeper hangs up on: blanks of every kind, comments to the end of the line, and words that he has been warned of. */
const refused = [/\s/, /--/, /union/i, /substr/i, /like/i, /glob/i, /unicode/i];

/** Whether the keeper hangs up on a name. */
export const hangsUp = (name: string): boolean => refused.some((one) => one.test(name));
