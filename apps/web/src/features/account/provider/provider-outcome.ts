/** How the way to the provider and back ended: the value of `?provider=` on the page that the server sends people to. */
const loginOutcomes = ['finish', 'failed', 'exists'] as const;
export type LoginOutcome = (typeof loginOutcomes)[number];

const linkOutcomes = ['linked', 'taken', 'failed'] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];

/** For `validateSearch` of the log-in page. */
export const loginOutcome = (value: unknown): LoginOutcome | undefined =>
  loginOutcomes.find((known) => known === value);

/** For `validateSearch` of the account page. */
export const linkOutcome = (value: unknown): LinkOutcome | undefined => linkOutcomes.find((known) => known === value);
