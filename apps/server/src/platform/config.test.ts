import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment, isPlainHttp, readConfig } from './config.ts';
import { projectRoot } from './paths.ts';
import { StartError } from './start-error.ts';

describe('readConfig', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toMatchObject({
      isProduction: true,
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      labsUrl: 'http://labs.localhost:8080',
      databaseUrl: null,
      siteName: null,
      freeTier: null,
      register: null,
      smtpUrl: null,
      mailFrom: 'no-reply@localhost',
      siteAccessCode: null,
      partnersFile: null,
      companyDomain: null,
      matomoUrl: null,
      oidc: null,
      serverMessage: '',
      socialLinks: [],
    });
  });

  it('reads settings from the environment', () => {
    const set = {
      PUBLIC_URL: 'https://learn.example.org',
      FREE_TIER: '2',
      REGISTER: 'invite',
      SMTP_URL: 'smtps://captain:secret@mail.example.org',
      SITE_ACCESS_CODE: 'eight and more',
      SERVER_MESSAGE: '  The server is down on Sunday. ',
      OIDC_ISSUER: 'https://id.example.org/realms/school',
      OIDC_CLIENT_ID: 'hexpedition',
      OIDC_CLIENT_SECRET: 'client secret',
    };
    expect(readConfig(set)).toMatchObject({
      freeTier: 2,
      register: 'invite',
      smtpUrl: 'smtps://captain:secret@mail.example.org',
      mailFrom: 'no-reply@learn.example.org',
      siteAccessCode: 'eight and more',
      serverMessage: 'The server is down on Sunday.',
      oidc: {
        issuer: 'https://id.example.org/realms/school',
        clientId: 'hexpedition',
        clientSecret: 'client secret',
        name: 'id.example.org',
      },
    });
    expect(readConfig({ ...set, OIDC_NAME: 'School' }).oidc?.name).toBe('School');
    expect(readConfig({ ...set, OIDC_ISSUER: 'http://localhost:9000' }).oidc?.issuer).toBe('http://localhost:9000');
  });

  it('creates demo accounts only with the embedded database and a PUBLIC_URL of this machine', () => {
    const demoAccounts = (env: Record<string, string>) => readConfig(env).demoAccounts;
    expect(demoAccounts({})).toBe(true);
    for (const host of ['127.0.0.1:9000', '127.0.1.1', '[::1]:8080', 'learn.localhost:8080'])
      expect([host, demoAccounts({ PUBLIC_URL: `http://${host}` })]).toEqual([host, true]);
    for (const host of [
      '192.168.1.5:8080',
      '10.0.0.2',
      '172.16.0.9',
      'school.lan',
      '[fd00::1]',
      'localhost.example.org',
      'notlocalhost',
    ])
      expect([host, demoAccounts({ PUBLIC_URL: `http://${host}` })]).toEqual([host, false]);
    expect(demoAccounts({ PUBLIC_URL: 'https://learn.example.org' })).toBe(false);
    expect(demoAccounts({ DATABASE_URL: 'postgres://me@localhost/hexpedition' })).toBe(false);
  });

  it('accepts a replica only beside the database that it copies', () => {
    const DATABASE_REPLICA_URL = 'postgres://reader@replica/hexpedition';
    const DATABASE_URL = 'postgres://me@main/hexpedition';
    expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplicaUrl).toBe(DATABASE_REPLICA_URL);
    expect(() => readConfig({ DATABASE_REPLICA_URL })).toThrow('DATABASE_URL is missing.');
  });

  it('starts one web process per core and at most eight, and one in development', () => {
    const cores = Math.min(8, availableParallelism());
    const workers = (env: Record<string, string>) => readConfig(env).workers;
    expect([workers({}), workers({ NODE_ENV: 'development' }), workers({ WORKERS: '3' })]).toEqual([cores, 1, 3]);
  });

  it('treats an empty variable as not set', () => {
    const names = ['SMTP_URL', 'MAIL_FROM', 'SITE_ACCESS_CODE', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];
    const empty = Object.fromEntries([...names, 'OIDC_NAME', 'SERVER_MESSAGE', 'REGISTER'].map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each(['Ada Lovelace <ada@example.org>', 'ada@example.org', 'Zoë & co. <zoe@example.org>'])(
    'accepts %s as MAIL_FROM',
    (from) => {
      expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from);
    },
  );

  it('accepts footer links with a name and an https address, and rejects others', () => {
    const links = (SOCIAL_LINKS: string) => readConfig({ SOCIAL_LINKS }).socialLinks;
    expect(links(' Mastodon = https://example.social/@us?a=b , Forum=https://forum.example.org,')).toEqual([
      { name: 'Mastodon', url: 'https://example.social/@us?a=b' },
      { name: 'Forum', url: 'https://forum.example.org/' },
    ]);
    const nine = Array.from({ length: 9 }, (_, i) => `L${i}=https://example.org/${i}`).join(',');
    for (const wrong of [
      'https://example.org',
      'Me=javascript:alert(1)',
      'Me=http://example.org',
      '=https://a.org',
      nine,
    ]) {
      expect(() => links(wrong), wrong).toThrow('SOCIAL_LINKS');
    }
  });

  it.each([
    ['https://stats.example.org', 'https://stats.example.org/'],
    ['https://stats.example.org:8443/matomo/', 'https://stats.example.org:8443/matomo/'],
    ['https://Example.org/a/matomo', 'https://example.org/a/matomo/'],
    ['http://localhost:8090', 'http://localhost:8090/'],
    ['http://10.1.2.3/matomo//', 'http://10.1.2.3/matomo/'],
    ['http://matomo.internal', 'http://matomo.internal/'],
  ])('accepts %s as MATOMO_URL', (given, url) => {
    expect(readConfig({ MATOMO_URL: given }).matomoUrl).toBe(url);
  });

  it.each([
    'stats.example.org',
    'http://stats.example.org',
    'http://8.8.8.8/',
    'https://user:secret@stats.example.org/',
    'https://stats.example.org/?idsite=1',
    'https://stats.example.org/#x',
    'https://stats.example.org/matomo.php',
    'https://a.example;script-src *',
    'javascript:alert(1)',
    'https://',
  ])('rejects %s as MATOMO_URL', (given) => {
    expect(() => readConfig({ MATOMO_URL: given })).toThrow('MATOMO_URL');
  });

  it.each([
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are missing.'],
    ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER and OIDC_CLIENT_ID are missing.'],
  ])('rejects an incomplete provider with only %s', (name, message) => {
    expect(() => readConfig({ [name]: 'https://id.example.org' })).toThrow(message);
  });

  it.each(['http://id.example.org', 'id.example.org', 'ftp://id.example.org', 'http://localhost.example.org'])(
    'rejects %s as OIDC_ISSUER',
    (issuer) => {
      const set = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'hunter2' };
      expect(() => readConfig(set)).toThrow(`OIDC_ISSUER is "${issuer}".`);
    },
  );

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'learn.example.org'],
    ['PUBLIC_URL', 'https://example.org/learn'],
    ['LABS_URL', 'ftp://labs.example.org'],
    ['LOG_LEVEL', 'loud'],
    ['POW_COST', '0'],
    ['FREE_TIER', '4'],
    ['REGISTER', 'maybe'],
    ['TRUST_PROXY', '1'],
    ['COMPANY_DOMAIN', '@example.com'],
    ['COMPANY_DOMAIN', 'example'],
    ['COMPANY_DOMAIN', 'https://example.com'],
    ['COMPANY_DOMAIN', 'example.com, example.org'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Ada <ada@example.org>, Eve <eve@example.org>'],
    ['MAIL_FROM', 'Ada\r\nBcc: eve@example.org <ada@example.org>'],
    ['MAIL_FROM', 'ada@example.org eve@example.org'],
  ])('rejects %s=%s and repeats the value', (name, value) => {
    const start = () => readConfig({ [name]: value });
    expect(start).toThrow(StartError);
    expect(start).toThrow(`${name} is "${value}".`);
  });

  it.each([
    [{ PORT: '80a' }, 'Set a whole number from 0 to 65535, or leave it out for 8080.'],
    [{ REGISTER: 'maybe' }, 'Set one of open, invite, closed, or leave it out for the setting of the superusers.'],
    [{ PUBLIC_URL: 'x' }, 'Set an origin such as https://learn.example.org, without a path.'],
    [{ SECRET_KEY: 'x' }, 'Set at least 32 random characters, the same on every node.'],
    [{ OIDC_NAME: 'x', OIDC_CLIENT_ID: 'x' }, /^Logging in through a provider needs OIDC_ISSUER, /],
  ])('explains how to correct %o', (set, remedy) => {
    const start = () => readConfig(set);
    expect(start).toThrow(expect.objectContaining({ remedy: expect.stringMatching(remedy) }));
  });

  const keys = {
    PADDLE_API_KEY: 'pdl_live_apikey_0123456789abcdef',
    PADDLE_CLIENT_TOKEN: 'live_0123456789abcdef',
    PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_0123456789',
    PADDLE_PLANS: 'foundational=pro_a:pri_b:pri_c, specialization=pro_d:pri_e:pri_f',
  };

  it('enables payments when all Paddle settings are set', () => {
    expect(readConfig({ ...keys, PUBLIC_URL: 'https://learn.example.org' })).toMatchObject({
      paddleSandbox: false,
      paddle: {
        environment: 'production',
        local: null,
        plans: [
          { name: 'foundational', tier: 1, productId: 'pro_a', prices: { monthly: 'pri_b', yearly: 'pri_c' } },
          { name: 'specialization', tier: 2, productId: 'pro_d', prices: { monthly: 'pri_e', yearly: 'pri_f' } },
        ],
      },
    });
  });

  it.each(Object.keys(keys))('rejects Paddle settings without %s', (name) => {
    expect(() => readConfig({ ...keys, [name]: '' })).toThrow(`${name} is missing.`);
  });

  it('rejects a Paddle key and a token of different environments', () => {
    const mixed = { ...keys, PADDLE_CLIENT_TOKEN: 'test_0123456789abcdef' };
    expect(() => readConfig(mixed)).toThrow('PADDLE_CLIENT_TOKEN is for a different environment than PADDLE_API_KEY.');
  });

  it('starts the sandbox only if the site is local and no Paddle setting is set', () => {
    const isOn = (env: Record<string, string>) => readConfig(env).paddleSandbox;
    expect(isOn({})).toBe(true);
    expect(isOn({ PADDLE_SANDBOX: 'off' })).toBe(false);
    expect(isOn({ NODE_ENV: 'test' })).toBe(false);
    expect(isOn(keys)).toBe(false);
    const publicSites: Record<string, string>[] = [
      { PUBLIC_URL: 'https://learn.example.org' },
      { HOST: '0.0.0.0' },
      { TRUST_PROXY: 'yes' },
    ];
    for (const site of publicSites) {
      expect(isOn(site)).toBe(false);
      const switchOn = () => isOn({ ...site, PADDLE_SANDBOX: 'on' });
      expect(switchOn).toThrow('PADDLE_SANDBOX is on, but other machines can reach the platform.');
    }
    const both = () => isOn({ ...keys, PADDLE_SANDBOX: 'on' });
    expect(both).toThrow('PADDLE_SANDBOX is on, but settings of Paddle itself are also set.');
  });

  it('converts COMPANY_DOMAIN to lower case', () => {
    expect(readConfig({ COMPANY_DOMAIN: 'Eu.Example.COM' }).companyDomain).toBe('eu.example.com');
  });

  it('resolves paths against the working directory, and reads yes and no as booleans', () => {
    expect(readConfig({ DATA_DIR: 'sea' }).dataDir).toBe(join(process.cwd(), 'sea'));
    expect(readConfig({ PARTNERS_FILE: 'sea.yaml' }).partnersFile).toBe(join(process.cwd(), 'sea.yaml'));
    expect(readConfig({}).dataDir).toBe(join(process.cwd(), 'data'));
    expect([readConfig({ TRUST_PROXY: 'yes' }).trustProxy, readConfig({}).trustProxy]).toEqual([true, false]);
    expect(readConfig({ NODE_ENV: 'development' })).toMatchObject({ isProduction: false, logLevel: 'warn' });
  });

  it('never repeats a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(
      /^DATABASE_URL is not a PostgreSQL address\.$/,
    );
    expect(() => readConfig({ SECRET_KEY: 'hunter2' })).toThrow(/^SECRET_KEY is too short\.$/);
    for (const url of ['http://root:hunter2@mail', 'mail.example.org', 'smtp://']) {
      expect(() => readConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL is not the address of a mail server\.$/);
    }
    expect(() => readConfig({ SITE_ACCESS_CODE: 'hunter2' })).toThrow(/^SITE_ACCESS_CODE is too short\.$/);
    expect(() => readConfig({ STORAGE_URL: 's3://id:hunter2@' })).toThrow(
      /^STORAGE_URL is not the address of a bucket\.$/,
    );
  });
});

it.each([
  ['http://learn.example.org', true],
  ['http://192.168.1.20:8080', true],
  ['https://learn.example.org', false],
  ['http://localhost:8080', false],
  ['http://[::1]:8080', false],
])('knows whether browsers treat %s as insecure', (url, expected) => {
  expect(isPlainHttp(url)).toBe(expected);
});

describe('STORAGE_URL', () => {
  const read = (text: string) => readConfig({ STORAGE_URL: text }).storage;

  it('contains the address, credentials and region of a bucket', () => {
    expect(readConfig({}).storage).toBeNull();
    expect(read('s3://AKIA:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/courses?region=eu-central-1')).toEqual({
      url: 'https://s3.eu-central-1.amazonaws.com/courses',
      accessKeyId: 'AKIA',
      secretAccessKey: 'a/b+c',
      region: 'eu-central-1',
    });
    expect(read('s3://id:secret@[::1]:9000/courses.v2?insecure=yes')).toMatchObject({
      url: 'http://[::1]:9000/courses.v2',
      region: 'us-east-1',
    });
  });

  it.each([
    '127.0.0.1',
    'localhost:9000',
    '10.1.2.3',
    '172.20.0.2',
    '192.168.1.5',
    '[fd00::1]',
    'minio',
    'minio.internal',
  ])('allows http on the private host %s', (host) => {
    expect(read(`s3://id:secret@${host}/courses?insecure=yes`)?.url).toBe(`http://${host}/courses`);
  });

  it.each([
    'https://id:secret@host/courses',
    's3://host/courses',
    's3://id@host/courses',
    's3://id:secret@host',
    's3://id:secret@host/courses/films',
    's3://id:secret@host/Courses',
    's3://id:se/cret@host/courses',
    's3://id:se%zzcret@host/courses',
    's3://id:secret@host/courses?region=',
    's3://id:secret@host/courses?regoin=eu',
    's3://id:secret@host/courses?insecure=maybe',
    's3://id:secret@s3.example.org/courses?insecure=yes',
    's3://id:secret@10.example.org/courses?insecure=yes',
    's3://id:secret@172.32.0.1/courses?insecure=yes',
    's3://id:secret@8.8.8.8/courses?insecure=yes',
    's3://id:secret@[2001:db8::1]/courses?insecure=yes',
  ])('rejects %s', (text) => {
    expect(() => read(text)).toThrow(StartError);
  });
});

describe('the table of settings in docs/operating.md', () => {
  const page = readFileSync(join(projectRoot, 'docs/operating.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`[A-Z].*?`) \| (.*?) \|/gm)].flatMap(([, names = '', fallback = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, fallback })),
  );
  const { NODE_ENV: _, ...settings } = environment.shape;

  it('lists every variable, in the order of the schema', () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(settings));
  });

  it.each(Object.entries(settings))('has the default of %s', (name, type) => {
    const fallback = type.parse(undefined);
    const documented = rows.find((row) => row.name === name)?.fallback;
    // A default that depends on another setting is described in words.
    if (fallback !== undefined) expect(documented).toBe(String(fallback) || 'none');
    else
      expect(documented).toMatch(
        /^(none|info|one for each core, at most 8|text at a terminal, json elsewhere|on if only this machine reaches the platform|generated at first start|.* of \w+\\?>?|http:.*PORT)$/,
      );
  });
});
