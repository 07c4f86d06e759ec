/** What the placeholders of letters stand for; each letter offers some of them. */
export const placeholders = {
  username: 'The name of the account',
  host: 'The address of this site',
  device: 'The browser and the system that logged in',
  provider: 'Where people log in besides here',
  time: 'When it happens or happened, in UTC',
  day: 'The day on which it happens',
  plan: 'The plan that is paid for',
  total: 'What is paid, with its currency',
  card: 'The card that pays: “the card ending in 4242”, or “your card” where its number is not known',
  tier: 'The tier that has closed',
  left: 'The tier that is still open',
} as const;

export type Placeholder = keyof typeof placeholders;

/**
 * Strangers choose these: whoever signs up with the address of somebody else, whoever tries a password. They may stand in
 * the text alone. In the subject, the heading or on the button their words would pass for ours.
 */
const chosenByStrangers: ReadonlySet<string> = new Set<Placeholder>(['username', 'device']);

export const isUntrusted = (name: string): boolean => chosenByStrangers.has(name);
