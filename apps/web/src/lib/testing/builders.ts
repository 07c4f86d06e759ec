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
  SubscriptionOverview,
  User,
} from '@hexpedition/contract';

type Changes = Partial<Omit<User, 'account'>> & { account?: Partial<User['account']> };

/** Builds a user as the API returns it. Default: Mara, with a password and a confirmed email. */
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

/** Builds the response of a log-in. */
export const buildSignedIn = (user: User = buildUser()): SignedIn => ({
  token: { access: 'an-access-credential', refresh: 'a-refresh-credential' },
  user,
});

/** Builds the feature configuration. Default: login and sign-up are on. */
export const buildFeatures = (changes: Partial<Features> = {}): Features => ({
  name: 'Hexpedition',
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

/** Builds a plan with a price in cents per month; a year costs ten times as much. Null for an unknown price. */
export function buildPlan(name: string, tier: 1 | 2, cents: number | null): Plan {
  const price = (id: string, amount: number | null): Plan['monthly'] => ({
    price_id: `pri_${name.toLowerCase()}${id}`,
    details: amount === null ? null : { name, description: '', amount, trial: null },
    currency: amount === null ? null : 'USD',
  });
  return { name, tier, monthly: price('month', cents), yearly: price('year', cents && cents * 10) };
}

/** Builds the available plans. Default: Foundational for $19 and Specialization for $39 per month. */
export const buildPaddleOffer = (products?: PaddleSubscription['products']): PaddleSubscription => ({
  token: 'test_1',
  environment: 'sandbox',
  script: null,
  products: products ?? {
    foundational: buildPlan('Foundational', 1, 1_900),
    specialization: buildPlan('Specialization', 2, 3_900),
  },
});

/** Builds the account's subscription state. Default: none; with changes an active Foundational subscription. */
export function buildSubscribed(changes?: Partial<OwnSubscription>): SubscriptionOverview {
  const subscription: OwnSubscription = {
    id: 'sub_1',
    plan: 'foundational',
    name: 'Foundational',
    tier: 1,
    cycle: 'monthly',
    billing_cycle: { interval: 'month', frequency: 1 },
    quantity: 1,
    discount: null,
    resume_charge: null,
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

/** Builds a lab of a list. Default: the Tide Table, in the browser, with one flag. */
export const buildLabCard = (changes: Partial<LabCard> = {}): LabCard => ({
  slug: 'tide-table',
  name: 'Tide Table',
  summary: 'It takes formulas rather literally.',
  tier: 0,
  difficulty: 'medium',
  minutes: 25,
  topic: 'web',
  tags: [],
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

/** Builds the page of a lab. Default: the Tide Table. */
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

/** Builds a flag of a lab. Default: 40 points, unlocked. */
export const buildLabFlag = (changes: Partial<LabFlag> = {}): LabFlag => ({
  id: 'flag',
  name: 'The file on the disk',
  points: 40,
  task_html: '',
  after: null,
  ...changes,
});

/** Builds a lab instance. Default: the Tide Table, running for another hour. */
export const buildInstance = (changes: Partial<Instance> = {}): Instance => ({
  pk: 1,
  lab: 'tide-table',
  status: 'running',
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  extensions_left: 2,
  isolation: null,
  error: null,
  queue_position: null,
  home: null,
  ...changes,
});
