import * as account from '../account.ts';
import type { EndpointTable } from './endpoint.ts';

export const profileEndpoints = {
  'GET /api/account/profile/:username': {
    access: 'public',
    tag: 'Account',
    summary: 'A public profile, by its slug',
    params: account.ProfileParams,
    response: account.Profile,
  },
  'POST /api/account/user_settings': {
    access: 'user',
    tag: 'Account',
    summary: 'Change the public profile',
    body: account.UserSettingsBody,
    response: account.UserAnswer,
    errors: ['slug_taken'],
  },
  'GET /api/account/leaderboard': {
    access: 'public',
    tag: 'Account',
    summary: 'Learners by points; ties go to the earlier',
    query: account.LeaderboardQuery,
    response: account.Leaderboard,
  },
} as const satisfies EndpointTable;
