import { ConfirmedBody } from '../account.ts';
import * as users from '../users-admin.ts';
import type { EndpointTable } from './endpoint.ts';

/** Common fields of a superuser's action on an account. */
const action = {
  access: 'superuser',
  tag: 'Users',
  params: users.AdminUserParams,
  response: users.AdminUser,
  answer: 'The account after the change',
  errors: ['not_found'],
} as const;

const confirmed = ['wrong_password', 'reauthentication_required', 'too_many_requests'] as const;

export const usersAdminEndpoints = {
  'GET /api/admin/users': {
    access: 'superuser',
    tag: 'Users',
    summary: 'Accounts, newest first',
    query: users.AdminUsersQuery,
    response: users.AdminUsers,
  },
  'GET /api/admin/users/:username': {
    access: 'superuser',
    tag: 'Users',
    summary: 'An account with its access, sessions and activity',
    params: users.AdminUserParams,
    response: users.AdminUser,
    bounded: 'At most 100 sessions, 50 entitlements, and the newest few of each other list.',
    errors: ['not_found'],
  },
  'POST /api/admin/users/:username/grant': { ...action, summary: 'Grant a tier', body: users.GrantBody },
  'POST /api/admin/users/:username/revoke': {
    ...action,
    summary: 'Revoke a granted tier at once',
    body: users.RevokeBody,
  },
  'POST /api/admin/users/:username/beta': {
    ...action,
    summary: 'Grant or revoke beta access',
    body: users.BetaBody,
  },
  'POST /api/admin/users/:username/active': {
    ...action,
    summary: 'Disable an account and end its sessions, or enable it',
    body: users.ActiveBody,
  },
  'POST /api/admin/users/:username/end_sessions': {
    ...action,
    summary: 'End one session of an account, or all of them',
    body: users.EndSessionsBody,
  },
  'POST /api/admin/users/:username/second_factor': {
    ...action,
    summary: 'Remove an account’s authenticator app; requires your own password',
    body: ConfirmedBody,
    errors: ['not_found', ...confirmed],
  },
  'POST /api/admin/users/:username/superuser': {
    ...action,
    summary: 'Grant or revoke superuser rights; requires your own password',
    body: users.SuperuserBody,
    errors: ['not_found', ...confirmed],
  },
  'POST /api/admin/users/:username/view': {
    ...action,
    summary: 'View the platform as this account, read-only, for ten minutes',
    answer: 'A read-only access credential that cannot be renewed',
    response: users.ImpersonationAnswer,
  },
  'GET /api/admin/shared_flags': {
    access: 'superuser',
    tag: 'Users',
    summary: 'Shared flags: flags that a learner submitted although they belong to another one, newest first',
    query: users.SharedFlagsQuery,
    response: users.SharedFlags,
  },
} as const satisfies EndpointTable;
