import type { SignupMode } from '@hexpedition/contract';

/** The sign-up modes, with their names for forms. */
export const signupModes: readonly { mode: SignupMode; name: string; about: string }[] = [
  { mode: 'open', name: 'Anyone', about: 'Every visitor can create an account.' },
  {
    mode: 'invite',
    name: 'With an invitation',
    about: 'A new account needs an invitation code, or a superuser adds it.',
  },
  { mode: 'closed', name: 'Nobody', about: 'Only superusers add accounts.' },
];
