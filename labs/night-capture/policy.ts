/** Policy of the office's network, and the protocol of its archive. */

/** Returns whether the office's resolver forwards a query. */
export const resolves = (_name: string): boolean => true;

/** Whether the archive uses TLS. */
export const ARCHIVE_IS_SEALED: boolean = false;
