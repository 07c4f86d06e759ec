/** Limits of a workspace's home that the browser checks before an upload. This file must not import Zod. */

/** Maximum bytes of one file that is uploaded to or downloaded from a home. */
export const homeFileLimit = 8 * 1024 * 1024;
