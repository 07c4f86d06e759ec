import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type EndpointKey, endpointOf, endpoints } from '@hexpedition/contract';
import type { HTTPMethods } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageCache } from '#features/pages/pages.public';
import { projectRoot } from '#platform/paths';
import { buildLab, buildLessonFlag, buildPoll, buildQuiz, buildSubchapter } from '#testing/factories';
import { solvePow } from '#testing/solve-proof-of-work';
import { createTestApp, type TestApp } from '#testing/test-app';

/**
 * Access control of every route. Each route is called with every role, with an invalid token and with another user's
 * objects. The first test fails if a route is missing here. (The hosts of labs have their own tests in packages/lab-runtime, gateway.test.ts.)
 */

type Role = 'anonymous' | 'learner' | 'beta' | 'superuser';
const roles: Role[] = ['anonymous', 'learner', 'beta', 'superuser'];

const rolesFor = {
  public: roles,
  user: ['learner', 'beta', 'superuser'],
  beta: ['beta', 'superuser'],
  superuser: ['superuser'],
} satisfies Record<string, Role[]>;

const accessTable: Record<string, keyof typeof rolesFor> = {
  // Platform
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  // It has a credential of its own.
  'GET /metrics': 'public',
  'GET /openapi.json': 'public',
  'GET /docs': 'public',
  'GET /docs/style.css': 'public',
  'GET /*': 'public',
  'POST /*': 'public',
  'GET /api/account/check_access': 'public',
  'POST /api/account/check_access': 'public',

  'GET /api/config/features:version': 'public',
  'GET /api/config/hexmap:version': 'public',
  'GET /api/config/hexmapYT:version': 'public',
  'GET /api/config/hexmapbeta': 'beta',
  'GET /api/config/hexmapYTbeta': 'beta',
  'GET /api/config/featuresbeta': 'beta',
  'POST /api/config/features:version/edit': 'superuser',
  'POST /api/config/hexmap:version/edit': 'superuser',
  'POST /api/config/hexmapYT:version/edit': 'superuser',
  'GET /api/admin/site': 'superuser',
  'POST /api/admin/site': 'superuser',
  'POST /api/admin/demo_accounts/delete': 'superuser',
  'POST /api/setup/state': 'public',
  'POST /api/setup/mail': 'public',
  'POST /api/setup/finish': 'public',
  'GET /api/admin/payments': 'superuser',
  'POST /api/admin/import': 'superuser',
  'GET /api/admin/import/:id': 'superuser',
  'POST /api/admin/import/:id/apply': 'superuser',
  'GET /api/admin/export': 'superuser',
  'POST /api/admin/payments/reconcile': 'superuser',
  'GET /api/admin/payments/tier/:username': 'superuser',
  'GET /api/admin/map/:hexmap': 'superuser',
  'GET /api/admin/map/:hexmap/history': 'superuser',
  'POST /api/admin/map/:hexmap/presence': 'superuser',
  'DELETE /api/admin/map/:hexmap/presence': 'superuser',
  'GET /api/admin/map/:hexmap/version/:pk': 'superuser',
  'GET /api/config/company': 'user',
  'GET /partners/:file': 'public',

  // Consent
  'GET /v1/privacy-managers/:id/config.json': 'public',
  'GET /v1/privacy-managers/:id/configs.json': 'public',
  'POST /v1/privacy-managers/:id/submit': 'public',
  'GET /api/config/privacy': 'public',
  'GET /api/admin/privacy': 'superuser',
  'PUT /api/admin/privacy/draft': 'superuser',
  'DELETE /api/admin/privacy/draft': 'superuser',
  'POST /api/admin/privacy/publish': 'superuser',
  'GET /api/admin/privacy/versions': 'superuser',
  'GET /api/admin/privacy/versions/:number': 'superuser',
  'GET /api/admin/privacy/rates': 'superuser',
  'GET /api/admin/privacy/records': 'superuser',

  // Sign-up and log-in
  'GET /api/account/pow': 'public',
  'GET /api/account/ip': 'public',
  'POST /api/account/signup': 'public',
  'POST /api/account/login': 'public',
  'POST /api/account/refresh_token': 'public',
  'POST /api/account/reset': 'public',
  'POST /api/account/verify': 'public',
  'POST /api/account/invite_code': 'public',
  'POST /api/account/passkey/login_options': 'public',
  'POST /api/account/passkey/login': 'public',
  'POST /api/account/provider/start': 'public',
  'POST /api/account/provider/finish': 'public',
  'GET /api/account/provider/callback': 'public',

  // Own account
  'POST /api/account/resend_verification': 'user',
  'POST /api/account/logout': 'user',
  'POST /api/account/logout_device': 'user',
  'POST /api/account/logout_others': 'user',
  'GET /api/account/details': 'user',
  'GET /api/account/sessions': 'user',
  'GET /api/account/old_notes': 'user',
  'GET /api/account/notes/markdown': 'user',
  'POST /api/account/user': 'user',
  'POST /api/account/settings': 'user',
  'POST /api/account/user_settings': 'user',
  'GET /api/account/security': 'user',
  'POST /api/account/totp/setup': 'user',
  'POST /api/account/totp/enable': 'user',
  'POST /api/account/totp/disable': 'user',
  'POST /api/account/recovery_codes': 'user',
  'POST /api/account/passkey/options': 'user',
  'POST /api/account/passkey/add': 'user',
  'POST /api/account/passkey/remove': 'user',
  'POST /api/account/provider/link': 'user',
  'POST /api/account/provider/unlink': 'user',
  'GET /api/account/export': 'user',
  'POST /api/account/delete': 'user',
  'POST /api/account/keep': 'user',
  'GET /api/avatars': 'user',
  'POST /api/avatars/set/:id': 'user',
  'POST /api/avatars/upload': 'user',

  // Public profiles
  'GET /api/account/leaderboard': 'public',
  'GET /api/account/profile/:username': 'public',
  'GET /avatars/:collection/:file': 'public',
  'GET /avatars/upload/:file': 'public',
  'GET /media/:hash/:name': 'public',
  'GET /media/:hash/:width/:name': 'public',
  'GET /share/map.png': 'public',
  'GET /share/:kind/:file': 'public',

  // Courses
  'GET /api/trainings': 'public',
  'GET /api/training/:slug': 'public',
  'GET /api/training/:slug/chapters': 'public',
  'GET /api/subchapter/:slug': 'public',
  'POST /api/subchapter/:slug/quiz/:id': 'public',
  'GET /api/subchapter/:slug/quizzes': 'user',
  'POST /api/subchapter/:slug/visit': 'user',
  'GET /api/subchapter/:slug/notes': 'user',
  'POST /api/subchapter/:slug/notes': 'user',
  'GET /api/subchapter/:slug/notes/published': 'user',
  'GET /api/subchapter/:slug/feedback': 'user',
  'POST /api/subchapter/:slug/feedback': 'user',
  'GET /api/notes': 'user',
  'GET /api/notes/due': 'user',
  'POST /api/notes/review': 'user',
  'GET /api/training/:slug/access': 'public',
  'GET /api/training/:slug/test_out': 'user',
  'POST /api/training/:slug/test_out': 'user',
  'POST /api/trainings/enroll': 'user',
  'DELETE /api/trainings/enroll': 'user',
  'GET /api/account/overview': 'user',
  'GET /api/progress': 'user',
  'GET /api/progress/:training': 'user',
  'POST /api/progress/:training': 'user',
  'GET /api/progress/:training/flags': 'user',
  'POST /api/progress/:training/flags': 'user',
  'POST /api/subchapter/:slug/flag/:id/visitor': 'public',

  'GET /api/search': 'public',
  'GET /api/subchapter/:slug/drill/:id': 'user',
  'POST /api/subchapter/:slug/drill/:id': 'user',
  'POST /api/subchapter/:slug/drill/:id/solution': 'user',
  'GET /api/subchapter/:slug/drill/:id/visitor': 'public',
  'POST /api/subchapter/:slug/drill/:id/visitor': 'public',
  'GET /api/subchapter/:slug/videos': 'user',
  'POST /api/subchapter/:slug/video/:id': 'user',

  // Polls: an answer belongs to the user of the credential
  'GET /api/polls/': 'public',
  'GET /api/polls/answers': 'user',
  'POST /api/polls/answer/:question_pk': 'user',

  // Labs: an instance is identified by its lab and belongs to the user of the credential
  'GET /api/lab/': 'public',
  'GET /api/lab/:slug': 'public',
  'GET /api/lab/flags/:slug': 'public',
  'POST /api/lab/flags/:slug': 'user',
  'GET /api/lab/flags_solved': 'user',
  'GET /api/lab/instances_running': 'user',
  'GET /api/lab/:slug/hints': 'user',
  'POST /api/lab/:slug/hints': 'public',
  'GET /api/lab/:slug/instance': 'user',
  'POST /api/lab/:slug/start': 'user',
  'POST /api/lab/:slug/stop': 'user',
  'POST /api/lab/:slug/extend': 'user',
  'POST /api/lab/:slug/enter': 'user',
  'GET /api/lab/:slug/writeup': 'user',
  'GET /api/lab/:slug/repair': 'user',
  'PUT /api/lab/:slug/repair': 'user',
  'POST /api/lab/:slug/repair/source': 'user',
  'POST /api/lab/:slug/repair/run': 'user',
  'GET /api/lab/:slug/opinion': 'user',
  'PUT /api/lab/:slug/rating': 'user',
  'PUT /api/lab/:slug/solution': 'user',
  'GET /api/lab/:slug/solutions': 'user',
  'POST /api/lab/:slug/terminal': 'user',
  'GET /api/lab/:slug/files': 'user',
  'GET /api/lab/:slug/file': 'user',
  'PUT /api/lab/:slug/file': 'user',
  'DELETE /api/lab/:slug/home': 'user',

  // Payments: customer, subscription and payments belong to the user of the credential
  'GET /api/config/paddle_subscription': 'public',
  'GET /api/account/paddle/subscription': 'user',
  'POST /api/account/paddle/customer': 'user',
  'POST /api/account/paddle/upgrade': 'user',
  'POST /api/account/paddle/cancel': 'user',
  'POST /api/account/paddle/resume': 'user',
  'POST /api/account/paddle/portal': 'user',
  'GET /api/account/paddle/payments': 'user',
  'GET /api/account/paddle/payments/:payment/invoice': 'user',

  // Vouchers: a seat belongs to the user of the credential and to the holder of its voucher
  'POST /api/account/voucher/redeem': 'user',
  'PUT /api/account/voucher/redeem': 'user',
  'GET /api/account/vouchers': 'user',
  'POST /api/account/voucher/release': 'user',
  'GET /api/admin/vouchers': 'superuser',
  'POST /api/admin/vouchers': 'superuser',
  'GET /api/admin/vouchers/:batch': 'superuser',
  'POST /api/admin/vouchers/:batch/disable': 'superuser',

  'GET /api/admin/outbox': 'superuser',
  'GET /api/admin/drills': 'superuser',
  'GET /api/admin/trainings': 'superuser',
  'POST /api/admin/trainings': 'superuser',
  'POST /api/admin/trainings/visibility': 'superuser',
  'GET /api/admin/training/:slug': 'superuser',
  'GET /api/admin/training/:slug/chapters': 'superuser',
  'POST /api/admin/training/:slug': 'superuser',
  'POST /api/admin/training/:slug/recommended_next': 'superuser',
  'GET /api/admin/training/:slug/files': 'superuser',
  'GET /api/admin/training/:slug/placement': 'superuser',
  'DELETE /api/admin/training/:slug/files/:folder/:name': 'superuser',
  'GET /api/admin/subchapter/:slug': 'superuser',
  'PUT /api/admin/subchapter/:slug/draft': 'superuser',
  'DELETE /api/admin/subchapter/:slug/draft': 'superuser',
  'POST /api/admin/subchapter/:slug/publish': 'superuser',
  'POST /api/admin/subchapter/:slug/preview': 'superuser',
  'GET /api/admin/subchapter/:slug/revisions': 'superuser',
  'GET /api/admin/subchapter/:slug/revisions/:revision': 'superuser',
  'POST /api/subchapter/:slug': 'superuser',
  'POST /api/system/image_upload': 'superuser',
  'POST /api/system/file_upload': 'superuser',
  'GET /api/admin/announcements': 'superuser',
  'POST /api/admin/announcements': 'superuser',
  'POST /api/admin/announcements/audience': 'superuser',
  'POST /api/admin/announcements/preview': 'superuser',
  'GET /api/admin/announcements/:pk': 'superuser',
  'PUT /api/admin/announcements/:pk': 'superuser',
  'DELETE /api/admin/announcements/:pk': 'superuser',
  'POST /api/admin/announcements/:pk/test': 'superuser',
  'POST /api/admin/announcements/:pk/send': 'superuser',
  'POST /api/admin/announcements/:pk/act': 'superuser',
  'POST /api/admin/announcements/:pk/settle': 'superuser',
  'GET /api/admin/announcements/:pk/troubled': 'superuser',
  'GET /api/admin/bounces': 'superuser',
  'DELETE /api/admin/bounces/:pk': 'superuser',
  'GET /api/admin/users/:username/mails': 'superuser',
  'GET /api/admin/mail_templates': 'superuser',
  'PUT /api/admin/mail_templates/:kind': 'superuser',
  'DELETE /api/admin/mail_templates/:kind': 'superuser',
  'POST /api/admin/mail_templates/:kind/preview': 'superuser',
  'POST /api/admin/mail_templates/:kind/test': 'superuser',
  'POST /api/account/unsubscribe': 'public',
  'GET /api/mail/unsubscribe/:user/:hmac': 'public',
  'POST /api/mail/unsubscribe/:user/:hmac': 'public',
  'GET /api/mail/frame': 'public',
  'POST /api/admin/notes/hide': 'superuser',
  'PUT /api/admin/lab_solution/:pk': 'superuser',
  'GET /api/admin/feedback': 'superuser',
  'GET /api/admin/notes': 'superuser',

  // Users, audit log and statistics
  'GET /api/admin/users': 'superuser',
  'GET /api/admin/users_export': 'superuser',
  'POST /api/admin/users/bulk': 'superuser',
  'POST /api/admin/users/add': 'superuser',
  'POST /api/admin/users/:username/deletion': 'superuser',
  'POST /api/admin/users/:username/password_link': 'superuser',
  'GET /api/admin/users/:username': 'superuser',
  'POST /api/admin/users/:username/grant': 'superuser',
  'POST /api/admin/users/:username/revoke': 'superuser',
  'POST /api/admin/users/:username/beta': 'superuser',
  'POST /api/admin/users/:username/active': 'superuser',
  'POST /api/admin/users/:username/end_sessions': 'superuser',
  'POST /api/admin/users/:username/second_factor': 'superuser',
  'POST /api/admin/users/:username/superuser': 'superuser',
  'POST /api/admin/users/:username/view': 'superuser',
  'GET /api/admin/shared_flags': 'superuser',
  'GET /api/admin/audit': 'superuser',
  'GET /api/admin/overview': 'superuser',
  'GET /api/admin/status': 'superuser',
  'GET /api/admin/versions': 'superuser',
  'GET /api/admin/metrics/sign-ups': 'superuser',
  'GET /api/admin/metrics/active': 'superuser',
  'GET /api/admin/metrics/funnel': 'superuser',
  'GET /api/admin/metrics/labs': 'superuser',
  'GET /api/admin/metrics/money': 'superuser',
  'GET /api/admin/metrics/drop-off': 'superuser',
  'GET /api/admin/metrics/times': 'superuser',
  'GET /api/admin/metrics/feedback': 'superuser',
};

/** Versions of routes with their own entry above, which are not registered as routes. */
const notRegistered = ['hexmapbeta', 'hexmapYTbeta', 'featuresbeta'].map((name) => `GET /api/config/${name}`);

const needsProof = (key: string) => Object.hasOwn(endpoints, key) && endpointOf(key as EndpointKey).pow === true;

const registered = new Set<string>();
let test: TestApp;

beforeAll(async () => {
  test = await createTestApp(
    // All optional features are configured. No server listens at the provider's address.
    { oidc: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x', name: 'Provider' } },
    {
      web: { distDir: join(projectRoot, 'dist/web'), cache: new PageCache() },
      onRoute: ({ method, url }) => {
        const methods = [method].flat();
        if (methods.length > 3) registered.add(`* ${url}`);
        else for (const one of methods) registered.add(`${one} ${url}`);
      },
    },
  );
});
afterAll(() => test.close());

/** Each file of the web build has a route, and each GET route a HEAD route. */
const isFile = (key: string) =>
  /^GET \/(assets\/.+|favicon\.svg|robots\.txt|sitemap\.xml|sw\.js(\.br|\.gz)?)$/.test(key);

it('lists every route of the server and no others', () => {
  const routes = [...registered].filter((key) => !key.startsWith('HEAD ') && !isFile(key));
  expect(routes.sort()).toEqual(
    Object.keys(accessTable)
      .filter((key) => !notRegistered.includes(key))
      .sort(),
  );
  expect(Object.keys(endpoints).filter((key) => !Object.hasOwn(accessTable, key))).toEqual([]);
});

const sample: Record<string, string> = { version: '2', slug: 'no-such', training: 'no-such', id: 'x', '*': 'no-such' };

function addressOf(key: string): [HTTPMethods, string] {
  const [method = '', pattern = ''] = key.split(' ');
  const url = pattern.replace(/:(\w+)|\*/g, (part, name: string | undefined) => sample[name ?? part] ?? 'x');
  return [(method === '*' ? 'GET' : method) as HTTPMethods, url];
}

/** The session of each role. A call that ends its own session is followed by a new one. */
const tokens = new Map<Role, string>();
const endsSession = ['POST /api/account/logout', 'POST /api/account/delete'];

async function tokenOf(role: Role): Promise<string> {
  const token =
    tokens.get(role) ?? (await test.as({ isSuperuser: role === 'superuser', betaAccess: role === 'beta' })).token;
  tokens.set(role, token);
  return token;
}

async function call(key: string, token?: string) {
  const [method, url] = addressOf(key);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const body = method === 'POST' ? { payload: {} } : {};
  const { statusCode, headers: answered, body: text } = await test.app.inject({ method, url, headers, ...body });
  const isJson = String(answered['content-type']).startsWith('application/json');
  return { status: statusCode, code: isJson ? (JSON.parse(text) as { code?: string }).code : undefined };
}

it.each(Object.entries(accessTable))('%s (allowed: %s)', async (key, who) => {
  for (const role of roles) {
    const answer = await call(key, role === 'anonymous' ? undefined : await tokenOf(role));
    if (endsSession.includes(key)) tokens.delete(role);
    const message = `${key} as ${role}`;
    if ((rolesFor[who] as Role[]).includes(role)) {
      expect([401, 403], message).not.toContain(answer.status);
    } else if (who === 'beta') {
      // A hidden object looks the same as one that does not exist.
      expect(answer, message).toEqual({ status: 404, code: 'not_found' });
    } else {
      const refusal = role === 'anonymous' ? [401, 'token_missing'] : [403, 'forbidden'];
      expect([answer.status, answer.code], message).toEqual(refusal);
    }
  }
  if (Object.hasOwn(endpoints, key) && !endpointOf(key as EndpointKey).ownCredential) {
    expect(await call(key, 'rubbish'), `${key} with an invalid token`).toEqual({ status: 401, code: 'token_invalid' });
  }
});

/** Returns one statement that reads all rows of a user, from every table that refers to users. */
async function prepareRowsOf(pk: number) {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1, 2`.execute(test.database.db);
  const parts = [{ table: 'users', column: 'pk' }, ...references].map(
    ({ table, column }) => sql`
      select ${`${table}.${column}`}::text as name, to_json(t)::text as row
      from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${pk}`,
  );
  return sql<{ name: string; row: string }>`${sql.join(parts, sql` union all `)} order by 1, 2`;
}

describe("another user's data", () => {
  const secrets = {
    email: 'owner-of-it@example.org',
    note: 'a thought of the owner',
    feedback: 'what the owner said of it',
    about: 'the owner about herself',
    solution: 'how the owner solved it',
    customer: 'ctm_01owner',
    invoice: 'invoice-of-the-owner',
  };
  let owner: Awaited<ReturnType<TestApp['as']>>;
  let pathParams: Record<string, string>;
  let body: Record<string, unknown>;
  let readRows: () => Promise<string>;

  /** Creates a user with private data in every table. */
  beforeAll(async () => {
    const { db } = test.database;
    owner = await test.as({ username: 'owner' });
    const user_pk = owner.pk;
    await db
      .updateTable('users')
      .set({ email: secrets.email, pending_email: `new-${secrets.email}`, profile_about: secrets.about })
      .set({ profile_public: false })
      .where('pk', '=', user_pk)
      .execute();
    const lesson = await buildSubchapter(db);
    const flag = await buildLessonFlag(db, { subchapterPk: lesson.pk });
    const poll = await buildPoll(db, { subchapterPk: lesson.pk });
    const vote = { answers: [poll.options[0]] };
    expect((await owner.post(`/api/polls/answer/${poll.pk}`, vote)).status).toBe(200);
    const { slug: training } = await db
      .selectFrom('subchapters')
      .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
      .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
      .select('trainings.slug')
      .where('subchapters.pk', '=', lesson.pk)
      .executeTakeFirstOrThrow();
    const quiz = await buildQuiz(db, { subchapterPk: lesson.pk });
    expect((await owner.post(`/api/subchapter/${lesson.slug}/quiz/${quiz.id}`, { answer: ['a'] })).status).toBe(200);
    const written = { what_i_learned: secrets.note, did_not_understand: '' };
    expect((await owner.post(`/api/subchapter/${lesson.slug}/notes`, written)).status).toBe(200);
    const feedback = { rating: 4, text: secrets.feedback };
    expect((await owner.post(`/api/subchapter/${lesson.slug}/feedback`, feedback)).status).toBe(200);
    const completion = { subchapter: lesson.slug, completed: true };
    expect((await owner.post(`/api/progress/${training}`, completion)).status).toBe(200);
    const { pk: lab_pk } = await buildLab(db, { slug: lesson.slug, flags: 1 });
    const now = new Date();
    const solution = { text: secrets.solution, html: secrets.solution, published: false, updated_at: now };
    await db
      .insertInto('lab_solutions')
      .values({ ...solution, user_pk, lab_pk, published_at: null })
      .execute();
    await db.insertInto('lab_ratings').values({ user_pk, lab_pk, difficulty: 2, rated_at: now }).execute();
    await db
      .insertInto('lab_repairs')
      .values({ user_pk, lab_pk, files: '{"app.ts":"mended"}', saved_at: now, report: null })
      .execute();
    const upload = randomUUID();
    await db
      .insertInto('avatar_uploads')
      .values({ id: upload, user_pk, webp: Buffer.from('x') })
      .execute();
    const passkey = await db
      .insertInto('passkeys')
      .values({ user_pk, credential_id: 'b3duZXI', public_key: Buffer.alloc(32), counter: 0, name: 'Key' })
      .returning('pk')
      .executeTakeFirstOrThrow();
    const { pk: batch_pk } = await db
      .insertInto('voucher_batches')
      .values({ name: 'Own', tier: 1, months: 1, uses: 2, made_by: user_pk, made_at: new Date(), holder_pk: user_pk })
      .returning('pk')
      .executeTakeFirstOrThrow();
    const voucher = await db
      .insertInto('vouchers')
      .values({ batch_pk, secret_hash: Buffer.alloc(32) })
      .returning('pk')
      .executeTakeFirstOrThrow();
    const seat = await db
      .insertInto('voucher_seats')
      .values({ voucher_pk: voucher.pk, user_pk, redeemed_at: new Date() })
      .returning('pk')
      .executeTakeFirstOrThrow();
    await db.insertInto('paddle_customers').values({ customer_id: secrets.customer, user_pk }).execute();
    const paid = { id: 'txn_01owner', customer_id: secrets.customer, invoice_number: secrets.invoice };
    const at = { created_at: new Date(), occurred_at: new Date(), event_id: 'evt_1' };
    await db
      .insertInto('payments')
      .values({ ...paid, ...at, status: 'completed', currency: 'EUR', total: 1_800, paid: 1_800 })
      .execute();
    const { sid } = await db
      .selectFrom('sessions')
      .select('sid')
      .where('user_pk', '=', user_pk)
      .executeTakeFirstOrThrow();
    pathParams = {
      version: '2',
      slug: lesson.slug,
      training,
      id: upload,
      username: 'owner',
      question_pk: String(poll.pk),
      '*': 'x',
      batch: String(batch_pk),
      payment: paid.id,
    };
    body = {
      sid,
      sid_hash: createHash('sha256').update(sid).digest('base64url'),
      pk: passkey.pk,
      seat: seat.pk,
      secret: 'x',
      user_id: user_pk,
      hmac: Buffer.alloc(38, 1).toString('base64url'),
      training,
      subchapter: lesson.slug,
      completed: false,
      id: flag.id,
      flag: 'flag{test}',
      what_i_learned: 'overwritten',
      did_not_understand: '',
      slug: 'owner',
      username: 'owner',
      email: secrets.email,
      password: 'lantern gravel otter 9',
      new_password: 'lantern gravel otter 10',
      about: 'overwritten',
      listed: false,
      invite_code: 'x',
      answer: ['x'],
      answers: [poll.options[1]],
      code: '123456',
      refresh: 'x',
      ticket: 'x',
      name: 'x',
      credential: { id: 'b3duZXI' },
      image: 'x',
    };
    const rowsOfOwner = await prepareRowsOf(owner.pk);
    readRows = async () => (await rowsOfOwner.execute(db)).rows.map(({ name, row }) => `${name} ${row}`).join('\n');
  });

  const calls = Object.keys(accessTable).filter((key) => /^(GET|POST|PUT) \/(api|avatars)\//.test(key));

  it.each(calls)('is neither shown nor changed by %s', async (key) => {
    const before = await readRows();
    const [method = '', pattern = ''] = key.split(' ');
    const url = pattern.replace(/:(\w+)|\*/g, (part, name: string | undefined) => pathParams[name ?? part] ?? 'x');
    const authorization = `Bearer ${(await test.as()).token}`;
    const pow = needsProof(key) ? { 'x-pow': await solvePow(test.anonymous, url) } : {};
    for (const headers of [{ authorization, ...pow }, {}]) {
      const answer = await test.app.inject({
        method: method as HTTPMethods,
        url,
        headers,
        ...(method === 'GET' ? {} : { payload: body }),
      });
      expect(answer.statusCode).toBeLessThan(500);
      for (const secret of [...Object.values(secrets), String(body.sid), String(body.sid_hash)]) {
        expect(answer.body).not.toContain(secret);
      }
    }
    expect(await readRows()).toBe(before);
  });

  it('is shown to its owner (control)', async () => {
    const seen = await Promise.all(
      [
        `/api/subchapter/${pathParams.slug}/notes`,
        `/api/subchapter/${pathParams.slug}/feedback`,
        `/api/lab/${pathParams.slug}/opinion`,
        '/api/account/details',
        '/api/account/profile/owner',
        '/api/account/paddle/payments',
      ].map((path) => owner.get(path)),
    );
    const text = JSON.stringify(seen.map((answer) => answer.body));
    for (const secret of Object.values(secrets)) expect(text).toContain(secret);
    const own = await owner.get<{ sessions: { sid_hash: string }[] }>('/api/account/sessions');
    expect(own.body.sessions.map((session) => session.sid_hash)).toEqual([body.sid_hash]);
  });
});
