import type { SignupMode, SiteSettingsEdit } from '@hexpedition/contract';

export type SiteKind = 'club' | 'school' | 'shop';

interface KindOfSite {
  kind: SiteKind;
  name: string;
  about: string;
  /** Facts, most important first. */
  gives: string[];
  /** Something to expect that is missing. */
  lacks: string;
  register: SignupMode;
  freeTier: NonNullable<SiteSettingsEdit['free_tier']>;
}

/** The kinds of sites in the wizard. Each one sets two settings, which superusers can change later. */
export const siteKinds: readonly KindOfSite[] = [
  {
    kind: 'club',
    name: 'Club',
    about: 'Friends, a CTF team, a hackerspace.',
    gives: ['Every course and lab is free', 'Lessons open without an account', 'Anyone can sign up'],
    lacks: 'Nothing to buy',
    register: 'open',
    freeTier: 3,
  },
  {
    kind: 'school',
    name: 'School',
    about: 'Teachers and their learners.',
    gives: ['Every course and lab is free', 'Sign-up needs an invitation', 'Superusers add learners from a list'],
    lacks: 'No classes or grades yet',
    register: 'invite',
    freeTier: 3,
  },
  {
    kind: 'shop',
    name: 'Shop',
    about: 'Anyone may join, some pay.',
    gives: ['Anyone can sign up', 'Plans, vouchers and invoices', 'Free courses stay open to everyone'],
    lacks: 'Needs an account at Paddle',
    register: 'open',
    freeTier: 0,
  },
];
