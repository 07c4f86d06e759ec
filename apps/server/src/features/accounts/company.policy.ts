interface Addresses {
  email: string | null;
  pending_email: string | null;
}

/**
 * Whether somebody belongs to a domain: their email, or the one that waits for confirmation, is of it or below it.
 * @param domain in small letters
 */
export const belongsToDomain = (domain: string, { email, pending_email }: Addresses): boolean =>
  [email, pending_email].some((address) => address !== null && isBelow(domain, hostOf(address)));

const isBelow = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** What stands after the last @; nothing where there is none. */
const hostOf = (address: string): string => (/@([^@]*)$/.exec(address)?.[1] ?? '').toLowerCase();
