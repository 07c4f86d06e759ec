import type { Features, SignedIn, User } from '@hexpedition/contract';

type Changes = Partial<Omit<User, 'account'>> & { account?: Partial<User['account']> };

/** A user as the API gives it; without changes Mara, who has a password and a confirmed email. */
export function buildUser({ account, ...changes }: Changes = {}): User {
  return {
    pk: 7,
    username: 'mara',
    email: 'mara@example.org',
    pending_email: null,
    is_superuser: false,
    ...changes,
    account: {
      beta_access: false,
      image: null,
      tier: 0,
      company: false,
      public_profile: {
        slug: 'mara',
        is_public: false,
        about: '',
        sections: { points: true, trainings: true, labs: true, activity: true },
      },
      settings: { listed: true, sign_in_mails: true, shortcuts: true },
      has_password: true,
      two_factor: false,
      delete_at: null,
      paddle_customer_id: null,
      paddle_address_id: null,
      active_subscription: null,
      ...account,
    },
  };
}

/** What signing in answers. */
export const buildSignedIn = (user: User = buildUser()): SignedIn => ({
  token: { access: 'an-access-credential', refresh: 'a-refresh-credential' },
  user,
});

/** What is switched on; without changes, logging in and signing up, for everybody. */
export const buildFeatures = (changes: Partial<Features> = {}): Features => ({
  paddle: false,
  login: true,
  register: true,
  msg: '',
  invite_only: false,
  provider: null,
  social: [],
  free_tier: 0,
  mail: true,
  promo: [],
  preview: null,
  company: null,
  hexmap: { nav: [] },
  hexmapYT: { nav: [] },
  ...changes,
});
