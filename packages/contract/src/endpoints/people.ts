import { ConfirmedBody } from '../account.ts';
import * as people from '../people.ts';
import type { EndpointTable } from './endpoint.ts';

/** What a superuser does to an account. */
const act = {
  access: 'superuser',
  tag: 'People',
  params: people.byPerson,
  response: people.Person,
  answer: 'The account as it is now',
  errors: ['not_found'],
} as const;

const confirmed = ['wrong_password', 'reauthentication_required', 'too_many_requests'] as const;

export const peopleEndpoints = {
  'GET /api/admin/people': {
    access: 'superuser',
    tag: 'People',
    summary: 'Accounts, the newest first',
    query: people.PeopleQuery,
    response: people.People,
  },
  'GET /api/admin/people/:username': {
    access: 'superuser',
    tag: 'People',
    summary: 'An account: what it is, has and did',
    params: people.byPerson,
    response: people.Person,
    bounded: 'At most a hundred sessions, fifty entitlements, and the newest few of everything else.',
    errors: ['not_found'],
  },
  'POST /api/admin/people/:username/grant': { ...act, summary: 'Grant a tier', body: people.GrantBody },
  'POST /api/admin/people/:username/take_back': {
    ...act,
    summary: 'Take a granted tier back: it ends now',
    body: people.TakeBackBody,
  },
  'POST /api/admin/people/:username/beta': {
    ...act,
    summary: 'Give beta access, or take it',
    body: people.BetaBody,
  },
  'POST /api/admin/people/:username/active': {
    ...act,
    summary: 'Disable an account, which ends its sessions, or enable it',
    body: people.ActiveBody,
  },
  'POST /api/admin/people/:username/end_sessions': {
    ...act,
    summary: 'End a session of an account, or all of them',
    body: people.EndSessionsBody,
  },
  'POST /api/admin/people/:username/second_factor': {
    ...act,
    summary: 'Take away an authenticator app that was lost; asks for your own password',
    body: ConfirmedBody,
    errors: ['not_found', ...confirmed],
  },
  'POST /api/admin/people/:username/superuser': {
    ...act,
    summary: 'Make somebody a superuser, or end that; asks for your own password',
    body: people.SuperuserBody,
    errors: ['not_found', ...confirmed],
  },
  'POST /api/admin/people/:username/view': {
    ...act,
    summary: 'See the platform as this account sees it, for ten minutes and without changing anything',
    answer: 'An access credential for reading, which cannot be renewed',
    response: people.PersonView,
  },
  'GET /api/admin/foreign_flags': {
    access: 'superuser',
    tag: 'People',
    summary: "Flags that somebody handed in and that were another learner's, the newest first",
    query: people.ForeignFlagsQuery,
    response: people.ForeignFlags,
  },
} as const satisfies EndpointTable;
