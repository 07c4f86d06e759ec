import * as account from '../account.ts';
import type { EndpointTable } from './endpoint.ts';

export const profileEndpoints = {
  'GET /api/account/profile/:username': {
    access: 'public',
    shared: { by: 'visitors', showsActivity: true },
    tag: 'Account',
    summary: 'A public profile, by its slug',
    params: account.ProfileParams,
    response: account.Profile,
    bounded: 'One row for each published training, lab and flag, and for each of the last 371 days.',
    errors: ['not_found'],
  },
  'POST /api/account/user_settings': {
    access: 'user',
    tag: 'Account',
    summary: 'Change the public profile',
    answer: 'The user after the change',
    body: account.UserSettingsBody,
    response: account.UserAnswer,
    errors: ['slug_taken', 'too_many_requests'],
  },
  'GET /api/account/leaderboard': {
    access: 'public',
    shared: { by: 'visitors', showsActivity: true, query: ['period', 'continent'] },
    tag: 'Account',
    summary: 'Learners by points; the earlier learner wins a tie',
    query: account.LeaderboardQuery,
    response: account.Leaderboard,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
