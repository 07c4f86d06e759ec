/** Result of the OAuth redirect: the value of `?provider=` on the page that the server redirects to. */
const loginOutcomes = ['finish', 'failed', 'exists', 'closed'] as const;
export type LoginOutcome = (typeof loginOutcomes)[number];

const linkOutcomes = ['linked', 'taken', 'failed'] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];

/** Parses the search parameter for `validateSearch` of the log-in page. */
export const loginOutcome = (value: unknown): LoginOutcome | undefined =>
  loginOutcomes.find((known) => known === value);

/** Parses the search parameter for `validateSearch` of the account page. */
export const linkOutcome = (value: unknown): LinkOutcome | undefined => linkOutcomes.find((known) => known === value);
