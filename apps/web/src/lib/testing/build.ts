import type {
  EndpointAnswer,
  Features,
  Instance,
  Lab,
  LabCard,
  OwnSubscription,
  PaddleSubscription,
  Plan,
  SignedIn,
  Subscribed,
  User,
} from '@hexpedition/contract';

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
      settings: { listed: true, sign_in_mails: true, announcement_mails: true, shortcuts: true },
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
  privacy: { config: 'c0ff1e', storage: 'klaro', notice: false, services: [] },
  matomo: null,
  hexmap: { nav: [] },
  hexmapYT: { nav: [] },
  ...changes,
});

/** A plan that costs so many cents a month, and ten times as much a year; null: the price is not known yet. */
export function buildPlan(name: string, tier: 1 | 2, cents: number | null): Plan {
  const price = (id: string, amount: number | null): Plan['monthly'] => ({
    price_id: `pri_${name.toLowerCase()}${id}`,
    details: amount === null ? null : { name, description: '', amount },
    currency: amount === null ? null : 'USD',
  });
  return { name, tier, monthly: price('month', cents), yearly: price('year', cents && cents * 10) };
}

/** What is sold; without a word of its own both plans, Foundational for $19 and Specialization for $39 a month. */
export const buildShop = (products?: PaddleSubscription['products']): PaddleSubscription => ({
  token: 'test_1',
  environment: 'sandbox',
  script: null,
  products: products ?? {
    foundational: buildPlan('Foundational', 1, 1_900),
    specialization: buildPlan('Specialization', 2, 3_900),
  },
});

/** What an account has; without changes no subscription, and with them one to Foundational that runs. */
export function buildSubscribed(changes?: Partial<OwnSubscription>): Subscribed {
  const subscription: OwnSubscription = {
    id: 'sub_1',
    plan: 'foundational',
    name: 'Foundational',
    tier: 1,
    cycle: 'monthly',
    price_id: 'pri_foundationalmonth',
    status: 'active',
    started_at: '2026-11-01T00:00:00.000Z',
    period_ends_at: '2026-12-01T00:00:00.000Z',
    renews_at: '2026-12-01T00:00:00.000Z',
    ends_at: null,
    grace_until: null,
    currency: 'USD',
    amount: 1_900,
    total: null,
    card: null,
    ...changes,
  };
  return { subscription: changes ? subscription : null, country: null, reasons: [], sandbox: null };
}

/** A lab as lists show it; without changes the Tide Table: in the browser, with one flag. */
export const buildLabCard = (changes: Partial<LabCard> = {}): LabCard => ({
  slug: 'tide-table',
  name: 'Tide Table',
  summary: 'It takes formulas rather literally.',
  tier: 0,
  difficulty: 'medium',
  minutes: 25,
  topic: 'web',
  tools: [],
  trainings: [],
  points: 40,
  flags: 1,
  workspace: false,
  repair: false,
  solves: 0,
  rating: { mean: null, count: 0 },
  added_at: null,
  ...changes,
});

/** A lab's own page; without changes the Tide Table. */
export function buildLab(changes: Partial<Lab> = {}): Lab {
  const { workspace: _shell, repair: _repair, ...card } = buildLabCard();
  return {
    ...card,
    risk: 'code-exec',
    briefing_html: '<p>The harbour computes the tide.</p>',
    serves: 'http',
    workspace: null,
    repair: null,
    hints: [],
    first_solves: [],
    ratings: [0, 0, 0, 0, 0],
    unavailable: null,
    lessons: [],
    ...changes,
  };
}

type LabFlag = EndpointAnswer<'GET /api/lab/flags/:slug'>['flags'][number];

/** A flag of a lab; without changes one of 40 points that can be looked for at once. */
export const buildLabFlag = (changes: Partial<LabFlag> = {}): LabFlag => ({
  id: 'flag',
  name: 'The file on the disk',
  points: 40,
  task_html: '',
  after: null,
  ...changes,
});

/** A learner's copy of a lab; without changes the Tide Table, running for another hour. */
export const buildInstance = (changes: Partial<Instance> = {}): Instance => ({
  pk: 1,
  lab: 'tide-table',
  status: 'running',
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  extensions_left: 2,
  isolation: null,
  error: null,
  place: null,
  home: null,
  ...changes,
});
