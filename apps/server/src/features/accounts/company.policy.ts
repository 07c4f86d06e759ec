interface Addresses {
  email: string | null;
  pending_email: string | null;
}

/**
 * Returns whether the confirmed or the pending email address belongs to a domain or one of its subdomains.
 * @param domain in lower case
 */
export const belongsToDomain = (domain: string, { email, pending_email }: Addresses): boolean =>
  [email, pending_email].some((address) => address !== null && isBelow(domain, hostOf(address)));

const isBelow = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Returns the part after the last @, or an empty string without one. */
const hostOf = (address: string): string => (/@([^@]*)$/.exec(address)?.[1] ?? '').toLowerCase();
