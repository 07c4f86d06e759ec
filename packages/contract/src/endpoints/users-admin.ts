import { z } from 'zod';
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
    summary: 'Accounts with their activity, newest first or in another order',
    query: users.AdminUsersQuery,
    response: users.AdminUsers,
  },
  'GET /api/admin/users_export': {
    access: 'superuser',
    tag: 'Users',
    summary: 'All accounts of a filter as one CSV file',
    query: users.UsersExportQuery,
    response: z.string(),
    contentType: 'text/csv',
    errors: ['too_many_requests'],
  },
  'POST /api/admin/users/bulk': {
    access: 'superuser',
    tag: 'Users',
    summary: 'Change up to 100 accounts; a deletion requires your own password',
    body: users.BulkUsersBody,
    response: users.BulkUsersAnswer,
    answer: 'The result for each account',
    errors: confirmed,
  },
  'POST /api/admin/users/add': {
    access: 'superuser',
    tag: 'Users',
    summary: 'Add up to 200 accounts, each with a one-time link that sets its password',
    body: users.AddUsersBody,
    response: users.AddUsersAnswer,
    answer: 'The result for each line, with the links that were not mailed',
    errors: ['too_many_requests'],
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
  'POST /api/admin/users/:username/deletion': {
    ...action,
    summary: 'Schedule the deletion of an account in two weeks, which requires your own password, or cancel it',
    body: users.DeletionBody,
    errors: ['not_found', ...confirmed],
  },
  'POST /api/admin/users/:username/password_link': {
    ...action,
    summary: 'Create a one-time link that sets the first password of an account without a log-in method',
    answer: 'The link',
    response: users.PasswordLink,
    errors: ['not_found', 'conflict'],
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
