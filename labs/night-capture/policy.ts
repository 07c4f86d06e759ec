/** What the office's network lets through, and how its archive is reached. */

/** Whether the resolver of the office asks the world for a name. */
export const resolves = (_name: string): boolean => true;

/** Whether the archive speaks TLS. */
export const ARCHIVE_IS_SEALED: boolean = false;
