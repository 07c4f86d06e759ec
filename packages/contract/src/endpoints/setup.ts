import { SignedIn } from '../account.ts';
import * as setup from '../setup.ts';
import type { EndpointTable } from './endpoint.ts';

/** The setup wizard. Each call needs the token of the link that the server prints while there is no superuser. */
const wizard = { access: 'public', tag: 'Setup', ownCredential: true } as const;

export const setupEndpoints = {
  'POST /api/setup/state': {
    ...wizard,
    summary: 'Open the setup wizard of a new site',
    answer: 'The settings of the site, and what its operator has configured',
    body: setup.SetupBody,
    response: setup.SetupState,
    errors: ['link_invalid', 'link_expired', 'too_many_requests'],
  },
  'POST /api/setup/mail': {
    ...wizard,
    summary: 'Send a test mail from the setup wizard',
    answer: 'Whether the mail server accepted the mail',
    body: setup.SetupMailBody,
    response: setup.SetupMailAnswer,
    errors: ['link_invalid', 'link_expired', 'too_many_requests'],
  },
  'POST /api/setup/finish': {
    ...wizard,
    summary: 'Store the settings of a new site and create its first superuser; ends the validity of the link',
    answer: 'The credentials of the first session, and the superuser',
    pow: true,
    body: setup.SetupFinishBody,
    response: SignedIn,
    errors: ['link_invalid', 'link_expired', 'too_many_requests', 'username_taken', 'weak_password', 'conflict'],
  },
} as const satisfies EndpointTable;
