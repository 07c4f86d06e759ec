/** What the browser says of a home before anything is sent. No Zod here: the bench imports this. */

/** Bytes of one file that goes into a home, and of one that comes out. */
export const homeFileLimit = 8 * 1024 * 1024;
