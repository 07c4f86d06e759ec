/** Meaning of each placeholder. A template has some of them. */
export const placeholderMeanings = {
  username: 'The name of the account',
  host: 'The address of this site',
  device: 'The browser and the system that logged in',
  provider: 'The other service that people can log in with',
  time: 'The time of the event, in UTC',
  day: 'The day of the event',
  plan: 'The plan that is paid for',
  total: 'The amount paid, with its currency',
  card: 'The card that pays: “the card ending in 4242”, or “your card” if its number is unknown',
  tier: 'The tier that has ended',
  left: 'The tier that is still active',
} as const;

export type Placeholder = keyof typeof placeholderMeanings;

/**
 * Placeholders whose values strangers choose: a stranger can sign up with another person's address or try a password.
 * They are allowed only in the text. In the subject, the heading or on the button they would look like our own words.
 */
const untrusted: ReadonlySet<string> = new Set<Placeholder>(['username', 'device']);

export const isUntrusted = (name: string): boolean => untrusted.has(name);
