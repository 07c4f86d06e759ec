import { isIPv4 } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { SiteName, type Tier } from '@hexpedition/contract';
import { z } from 'zod';
import { logFormatOf } from './log.ts';
import { StartError } from './start-error.ts';

/** The message of an invalid setting states valid values. readConfig adds the setting's name and value. */
const integer = (fallback: number, min: number, max: number) =>
  wholeNumber(min, max, String(fallback)).default(fallback);

const wholeNumber = (min: number, max: number, fallback: string) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      `Set a whole number from ${min} to ${max}, or leave it out for ${fallback}.`,
    )
    .transform(Number);

const choice = <const T extends string>(values: readonly [T, ...T[]], fallback: T) =>
  oneOf(values, fallback).default(fallback);

const oneOf = <const T extends string>(values: readonly [T, ...T[]], fallback: string) =>
  z.enum(values, `Set one of ${values.join(', ')}, or leave it out for ${fallback}.`);

const url = (text: string) => (URL.canParse(text) ? new URL(text) : null);

const origin = () =>
  z
    .string()
    .refine((text) => {
      const parsed = url(text);
      if (!parsed || !/^https?:$/.test(parsed.protocol)) return false;
      return parsed.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username;
    }, 'Set an origin such as https://learn.example.org, without a path.')
    .transform((text) => new URL(text).origin);

/** Footer links: `Name=https://…, Name=https://…`. */
const links = () =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => {
          const [, name = '', href = ''] = /^([^=]+)=(.+)$/.exec(part) ?? [];
          return { name: name.trim(), url: url(href.trim())?.href ?? '' };
        }),
    )
    .refine(
      (all) => all.length <= 8 && all.every(({ name, url: href }) => name && name.length <= 30 && /^https:/.test(href)),
      'Set up to eight links, separated by commas: Mastodon=https://example.social/@us, Forum=https://forum.example.org.',
    );

/** Plans, separated by commas: `foundational=pro_…:pri_…:pri_…` with the product, its monthly and its yearly price. */
const plans = () =>
  z
    .string()
    .optional()
    .transform((text) =>
      text?.split(',').map((part) => {
        const [, name, productId = '', monthly = '', yearly = ''] =
          /^\s*(foundational|specialization)=(pro_\w+):(pri_\w+):(pri_\w+)\s*$/.exec(part) ?? [];
        return { name: name as 'foundational' | 'specialization' | undefined, productId, prices: { monthly, yearly } };
      }),
    )
    .refine(
      (all) =>
        all === undefined ||
        (all.every(({ name }) => name) && new Set(all.map(({ name }) => name)).size === all.length),
      'Set each plan once, with the Paddle IDs of its product, monthly price and yearly price: foundational=pro_…:pri_…:pri_…, specialization=pro_…:pri_…:pri_….',
    );

/** A value that is or contains a secret. Error messages do not repeat it. */
const secret = (isValid: (text: string) => boolean, problem: string, remedy: string) =>
  z.string().refine(isValid, { error: remedy, params: { problem } });

const postgresUrl = () =>
  secret(
    (text) => /^postgres(ql)?:$/.test(url(text)?.protocol ?? ''),
    'is not a PostgreSQL address.',
    'Set postgres://user:password@host:5432/name.',
  );

/** Returns true for the loopback addresses, and for `localhost` with its subdomains (RFC 6761). */
const isThisMachine = (hostname: string) =>
  /^(([\w-]+\.)*localhost|\[::1\]|::1)$/.test(hostname) || (isIPv4(hostname) && hostname.startsWith('127.'));

/** Returns true for an http address of another machine: browsers and the network treat it as insecure. */
export function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isThisMachine(hostname);
}

/** Returns true for private addresses (RFC 1918, RFC 4193) and for names that do not exist on the public Internet. */
function isPrivateNetwork(hostname: string): boolean {
  if (isThisMachine(hostname) || /^\[f[cd][0-9a-f]{2}:/.test(hostname)) return true;
  if (isIPv4(hostname)) return /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
  return /^[^.[\]]+$|\.(internal|local|lan)$/.test(hostname);
}

/** A bucket of an S3-compatible store. */
export interface StorageConfig {
  /** Address of the bucket, without a slash at the end. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Parses `s3://key:secret@host:port/bucket?region=…&insecure=yes`. @returns null if the text is not valid */
function parseBucket(text: string): StorageConfig | null {
  const parsed = url(text);
  const [, bucket] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/.exec(parsed?.pathname ?? '') ?? [];
  if (parsed?.protocol !== 's3:' || !bucket || !parsed.username || !parsed.password || parsed.hash) return null;
  const { region = 'us-east-1', insecure = 'no', ...more } = Object.fromEntries(parsed.searchParams);
  const isSecure = insecure === 'no';
  const address = `${isSecure ? 'https' : 'http'}://${parsed.host}`;
  if (Object.keys(more).length > 0 || !/^[\w-]+$/.test(region) || !URL.canParse(address)) return null;
  if (!isSecure && (insecure !== 'yes' || !isPrivateNetwork(new URL(address).hostname))) return null;
  try {
    const [accessKeyId, secretAccessKey] = [parsed.username, parsed.password].map(decodeURIComponent);
    if (!accessKeyId || !secretAccessKey) return null;
    return { url: `${new URL(address).origin}/${bucket}`, accessKeyId, secretAccessKey, region };
  } catch {
    // A % that is not part of an escape sequence.
    return null;
  }
}

/** A place in a bucket for archives. */
export interface BackupBucket {
  storage: StorageConfig;
  /** Begin of the keys, or the whole key of one archive. */
  prefix: string;
}

/** Parses a folder, or `s3://key:secret@host/bucket/prefix?region=…`. @returns null if the text is not valid */
export function parseBackupTarget(text: string): { folder: string } | BackupBucket | null {
  if (!text.startsWith('s3:')) return text.includes('://') ? null : { folder: resolve(text) };
  const parsed = url(text);
  const [, bucket, prefix = ''] = /^(\/[^/]+)\/?(.*)$/.exec(parsed?.pathname ?? '') ?? [];
  // These characters are the same in an address, a signature and a list of the store.
  if (!parsed || bucket === undefined || !/^[\w./-]*$/.test(prefix)) return null;
  parsed.pathname = bucket;
  const storage = parseBucket(parsed.href);
  return storage && { storage, prefix };
}

/** Returns the address of a Matomo with a slash at the end, or null if the text is not valid. */
function parseMatomoUrl(text: string): string | null {
  const parsed = url(text);
  if (!parsed || parsed.search || parsed.hash || parsed.username || parsed.password) return null;
  const isAllowed = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isPrivateNetwork(parsed.hostname));
  // These characters end a directive of the Content Security Policy.
  if (!isAllowed || /[;,\s]/.test(parsed.origin)) return null;
  // The address of a file instead of the folder.
  if (/\.(?:php|js)\/*$/.test(parsed.pathname)) return null;
  return parsed.href.replace(/\/*$/, '/');
}

/** One web process for each core. More than eight would need more connections than a small PostgreSQL has. */
const defaultWorkers = Math.min(8, availableParallelism());

/** Every variable that an operator can set, in the order of the table in docs/operating.md. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(8080, 0, 65_535),
  PUBLIC_URL: origin().optional(),
  LABS_URL: origin().optional(),
  DATA_DIR: z.string().default('./data'),
  WORKERS: wholeNumber(1, 64, 'one process per core, at most eight').optional(),
  DRAIN_SECONDS: integer(0, 0, 300),
  NODE_URL: origin().optional(),
  DATABASE_URL: postgresUrl().optional(),
  DATABASE_REPLICA_URL: postgresUrl().optional(),
  DATABASE_PREPARED: choice(['on', 'off'], 'on'),
  STORAGE_URL: secret(
    (text) => parseBucket(text) !== null,
    'is not the address of a bucket.',
    'Set s3://ACCESS_KEY:SECRET@host/bucket?region=…, and write / in the secret as %2F and + as %2B. &insecure=yes uses http, only on this machine or a private network.',
  ).optional(),
  BACKUP_TO: secret(
    (text) => parseBackupTarget(text) !== null,
    'is neither a folder nor the address of a bucket.',
    'Set a folder, or s3://ACCESS_KEY:SECRET@host/bucket/prefix/?region=…, and write / in the secret as %2F and + as %2B.',
  ).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(hourly|\d|1\d|2[0-3])$/, 'Set an hour from 0 to 23 (UTC), or hourly.')
    .optional(),
  BACKUP_KEEP: integer(14, 1, 10_000),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{20,}$/, 'Set the recipient that begins with age1: npm run backup -- --new-key <file>.')
    .optional(),
  SECRET_KEY: secret(
    (text) => text.length >= 32,
    'is too short.',
    'Set at least 32 random characters, the same on every node.',
  ).optional(),
  SITE_NAME: z
    .string()
    .trim()
    .refine((text) => SiteName.safeParse(text).success, 'Set 2 to 40 characters on one line, without < and >.')
    .optional(),
  FREE_TIER: oneOf(['0', '1', '2', '3'], 'the setting of the superusers').optional(),
  REGISTER: oneOf(['open', 'invite', 'closed'], 'the setting of the superusers').optional(),
  SMTP_URL: secret(
    (text) => /^smtps?:$/.test(url(text)?.protocol ?? '') && url(text)?.hostname !== '',
    'is not the address of a mail server.',
    'Set smtp://user:password@host:587.',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'Set an address, or a name and an address: Hexpedition <mail@host>.',
    )
    .optional(),
  MAIL_BOUNCES_SECRET: secret(
    (text) => text.length >= 32,
    'is too short.',
    'Set at least 32 random characters, or leave it out.',
  ).optional(),
  SITE_ACCESS_CODE: secret(
    (text) => text.length >= 8,
    'is too short.',
    'Set at least 8 characters, or leave it out.',
  ).optional(),
  OIDC_ISSUER: z
    .string()
    .refine((text) => {
      const { protocol, hostname = '' } = url(text) ?? {};
      return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
    }, 'Set the https address of the provider (http is allowed on this machine).')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().optional(),
  SERVER_MESSAGE: z.string().trim().default(''),
  SOCIAL_LINKS: links(),
  PARTNERS_FILE: z.string().optional(),
  COMPANY_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
      'Set the part of its email addresses after the @, such as example.com.',
    )
    .optional(),
  MATOMO_URL: z
    .string()
    .refine(
      (text) => parseMatomoUrl(text) !== null,
      'Set the https address of your Matomo, such as https://stats.example.org/ (http is allowed on this machine or a private network).',
    )
    .optional(),
  PADDLE_SANDBOX: oneOf(
    ['on', 'off'],
    'on if no other PADDLE_ setting is set and the platform is reachable only from this machine',
  ).optional(),
  PADDLE_API_KEY: secret(
    (text) => /^pdl_(live|sdbx)_\S{20,}$/.test(text),
    'is not a Paddle API key.',
    'Set the key that begins with pdl_live_ or pdl_sdbx_ (Paddle: Developer tools, Authentication).',
  ).optional(),
  PADDLE_CLIENT_TOKEN: z
    .string()
    .regex(
      /^(live|test)_\w{10,}$/,
      'Set the client-side token that begins with live_ or test_ (Paddle: Developer tools, Authentication).',
    )
    .optional(),
  PADDLE_WEBHOOK_SECRET: secret(
    (text) => text.length >= 16,
    'is too short.',
    'Set the secret key of the notification destination at Paddle, or leave it out.',
  ).optional(),
  PADDLE_PLANS: plans(),
  POW_COST: integer(5000, 1, 10_000_000),
  TRUST_PROXY: choice(['yes', 'no'], 'no'),
  METRICS_TOKEN: secret(
    (text) => text.length >= 32,
    'is too short.',
    'Set at least 32 random characters, or leave it out.',
  ).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      (text) => /^https?:$/.test(url(text)?.protocol ?? ''),
      'Set the http or https address of an OpenTelemetry collector, such as http://127.0.0.1:4318.',
    )
    .optional(),
  LOG_FORMAT: oneOf(['json', 'text'], 'text at a terminal and json elsewhere').optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info').optional(),
  /** Internal: set by `npm run dev` and the tests. */
  NODE_ENV: z.string().optional(),
});

type Environment = z.output<typeof environment>;

const config = environment.transform((env, context) => {
  const isProduction = env.NODE_ENV !== 'development' && env.NODE_ENV !== 'test';
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    isProduction,
    host: env.HOST,
    port: env.PORT,
    /** Public address of the platform, without a slash at the end. */
    publicUrl,
    /** Absolute path of the folder for the embedded database, secrets and files. */
    dataDir: resolve(env.DATA_DIR),
    /** Number of web processes. With 1, one process does everything. */
    workers: env.WORKERS ?? (isProduction ? defaultWorkers : 1),
    /** Seconds for which a stopping server still serves, so that load balancers notice. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Address at which the other nodes reach this one; null for a single node. */
    nodeUrl: env.NODE_URL ?? null,
    /** Address of the operator's PostgreSQL; null starts the embedded server. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Address of a replica of it, for boards, search and statistics; null without one. */
    databaseReplicaUrl: databaseReplica(env, context),
    /** Whether an empty database gets a demo learner and a demo superuser, whose passwords the start prints. */
    demoAccounts: env.DATABASE_URL === undefined && isThisMachine(new URL(publicUrl).hostname),
    /** Whether visitors use an address of this machine. Otherwise demo accounts cannot log in. */
    isLocal: isThisMachine(new URL(publicUrl).hostname),
    /** Whether connections use prepared statements. */
    databasePrepared: env.DATABASE_PREPARED === 'on',
    /** Bucket for lesson files; null stores them in the database. */
    storage: env.STORAGE_URL === undefined ? null : parseBucket(env.STORAGE_URL),
    /** Scheduled backups; null without a schedule. */
    backup: backupSchedule(env, context),
    /** Default folder or bucket for the archives of `npm run backup`; null without a default. */
    backupTo: env.BACKUP_TO === undefined ? null : parseBackupTarget(env.BACKUP_TO),
    /** Recipient of `npm run backup` without a key; null without a default. */
    backupRecipient: env.BACKUP_RECIPIENT ?? null,
    /** Base address of lab instances. Each instance has its own subdomain, `{label}.host`. */
    labsUrl: env.LABS_URL ?? `http://labs.localhost:${env.PORT}`,
    /** Master secret that all nodes share; null stores a generated one in the data folder. */
    secretKey: env.SECRET_KEY ?? null,
    /** PBKDF2 iterations of the proof of work. */
    powCost: env.POW_COST,
    /** Name of the site; null leaves it to the superusers. */
    siteName: env.SITE_NAME ?? null,
    /** Highest tier whose content is open to all accounts and visitors; null leaves it to the superusers. */
    freeTier: env.FREE_TIER === undefined ? null : (Number(env.FREE_TIER) as Tier),
    /** Sign-up mode: open to all visitors, only with an invitation code, or closed; null leaves it to the superusers. */
    register: env.REGISTER ?? null,
    /** `smtp://` or `smtps://`; null stores mails in the outbox, where superusers read them. */
    smtpUrl: env.SMTP_URL ?? null,
    /** Sender of mails: `Name <address>`, or an address, to which mails add the name of the site. */
    mailFrom: env.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    /** Secret with which the operator's mail server authenticates bounce reports; null disables the reports. */
    mailBouncesSecret: env.MAIL_BOUNCES_SECRET ?? null,
    /** Code that visitors must enter before they see anything; null for a public site. */
    siteAccessCode: env.SITE_ACCESS_CODE ?? null,
    /** OpenID Connect provider for logging in; null without one. */
    oidc: provider(env, context),
    /** The operator's message to all visitors; empty without one. */
    serverMessage: env.SERVER_MESSAGE,
    /** Links to the operator's other sites, for the footer. */
    socialLinks: env.SOCIAL_LINKS,
    /** Absolute path of the file that lists the promoted, preview and sponsored trainings; null without one. */
    partnersFile: env.PARTNERS_FILE === undefined ? null : resolve(env.PARTNERS_FILE),
    /** Email domain of the company's employees, in lower case; null without a company. */
    companyDomain: env.COMPANY_DOMAIN ?? null,
    /** Address of the operator's Matomo, with a slash at the end; null without one. */
    matomoUrl: env.MATOMO_URL === undefined ? null : parseMatomoUrl(env.MATOMO_URL),
    /** Payments through Paddle; null without payments, and until the sandbox is running. */
    paddle: paddle(env, context),
    /** Whether the sandbox replaces Paddle. Its purchases are free, so it only starts on a site that is local. */
    paddleSandbox: paddleSandbox(env, publicUrl, context),
    /** True behind a reverse proxy that sets X-Forwarded-For. */
    trustProxy: env.TRUST_PROXY === 'yes',
    /** Secret with which Prometheus reads `/metrics`; null disables the address. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Address of the OpenTelemetry collector that receives traces; null sends none. */
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logFormat: logFormatOf(env.LOG_FORMAT),
    logLevel: env.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  };
});

/** All settings of the operator, read once at start. */
export type Config = z.output<typeof config>;

function provider(env: Environment, context: z.RefinementCtx) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer && clientId && clientSecret) {
    return { issuer, clientId, clientSecret, name: env.OIDC_NAME ?? new URL(issuer).hostname };
  }
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length < names.length) {
    context.addIssue({
      code: 'custom',
      message: `Logging in through a provider needs ${names.join(', ')}.`,
      path: [missing.join(' and ')],
      params: { problem: `${missing.length > 1 ? 'are' : 'is'} missing.` },
    });
  }
  return null;
}

/** Schedule of backups. */
export interface BackupSchedule {
  to: { folder: string } | BackupBucket;
  /** Hour of the day (UTC), or every hour. */
  at: number | 'hourly';
  /** Number of archives that stay. */
  keep: number;
  /** age recipient of the archives. */
  recipient: string;
}

function databaseReplica({ DATABASE_URL, DATABASE_REPLICA_URL }: Environment, context: z.RefinementCtx): string | null {
  if (DATABASE_REPLICA_URL === undefined || DATABASE_URL !== undefined) return DATABASE_REPLICA_URL ?? null;
  context.addIssue({
    code: 'custom',
    message: 'A replica needs DATABASE_URL, the database that it copies.',
    path: ['DATABASE_URL'],
    params: { problem: 'is missing.' },
  });
  return null;
}

function backupSchedule(env: Environment, context: z.RefinementCtx): BackupSchedule | null {
  const { BACKUP_TO, BACKUP_AT: at, BACKUP_KEEP: keep, BACKUP_RECIPIENT: recipient } = env;
  if (at === undefined) return null;
  const to = BACKUP_TO === undefined ? null : parseBackupTarget(BACKUP_TO);
  if (to && recipient) return { to, at: at === 'hourly' ? at : Number(at), keep, recipient };
  const missing = [...(to ? [] : ['BACKUP_TO']), ...(recipient ? [] : ['BACKUP_RECIPIENT'])];
  context.addIssue({
    code: 'custom',
    message:
      'Scheduled backups need BACKUP_TO, BACKUP_AT and BACKUP_RECIPIENT. Create a key with: npm run backup -- --new-key <file>',
    path: [missing.join(' and ')],
    params: { problem: `${missing.length > 1 ? 'are' : 'is'} missing.` },
  });
  return null;
}

const paddleSettings = ['PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN', 'PADDLE_WEBHOOK_SECRET', 'PADDLE_PLANS'] as const;

/** Connection to Paddle or to the sandbox that replaces it. */
export interface PaddleConfig {
  environment: 'production' | 'sandbox';
  apiKey: string;
  /** Client-side token for the browser. */
  clientToken: string;
  webhookSecret: string;
  plans: { name: 'foundational' | 'specialization'; tier: 1 | 2; productId: string; prices: Prices }[];
  /** The sandbox that runs next to the platform: its address and the address of its control page. Null for Paddle. */
  local: { url: string; control: string } | null;
}
interface Prices {
  monthly: string;
  yearly: string;
}

function paddle(env: Environment, context: z.RefinementCtx): PaddleConfig | null {
  const missing = paddleSettings.filter((name) => !env[name]);
  if (missing.length === paddleSettings.length) return null;
  const reject = (message: string, name: string, problem: string) => {
    context.addIssue({ code: 'custom', message, path: [name], params: { problem } });
    return null;
  };
  const {
    PADDLE_API_KEY: apiKey,
    PADDLE_CLIENT_TOKEN: clientToken,
    PADDLE_WEBHOOK_SECRET: webhookSecret,
    PADDLE_PLANS: configuredPlans,
  } = env;
  if (!apiKey || !clientToken || !webhookSecret || !configuredPlans) {
    const problem = `${missing.length > 1 ? 'are' : 'is'} missing.`;
    return reject(`Payments need ${paddleSettings.join(', ')}.`, missing.join(' and '), problem);
  }
  const isLive = apiKey.startsWith('pdl_live_');
  if (isLive !== clientToken.startsWith('live_')) {
    const remedy = 'Use a key and a token of the same environment: pdl_live_ with live_, or pdl_sdbx_ with test_.';
    return reject(remedy, 'PADDLE_CLIENT_TOKEN', 'is for a different environment than PADDLE_API_KEY.');
  }
  const tiers = { foundational: 1, specialization: 2 } as const;
  return {
    environment: isLive ? 'production' : 'sandbox',
    apiKey,
    clientToken,
    webhookSecret,
    plans: configuredPlans.flatMap(({ name, ...plan }) => (name ? [{ name, tier: tiers[name], ...plan }] : [])),
    local: null,
  };
}

function paddleSandbox(env: Environment, publicUrl: string, context: z.RefinementCtx): boolean {
  const { PADDLE_SANDBOX: mode, NODE_ENV } = env;
  const isSet = paddleSettings.some((name) => env[name]);
  const isLocal = isThisMachine(new URL(publicUrl).hostname) && isThisMachine(env.HOST) && env.TRUST_PROXY === 'no';
  if (mode === 'on' && (isSet || !isLocal)) {
    context.addIssue({
      code: 'custom',
      message: isSet
        ? 'Leave it out, or leave the other PADDLE_ settings out.'
        : 'Purchases in the sandbox are free, so it starts only if the platform is reachable only from this machine: HOST and PUBLIC_URL must name this machine, and TRUST_PROXY must be no.',
      path: ['PADDLE_SANDBOX'],
      params: {
        problem: isSet
          ? 'is on, but settings of Paddle itself are also set.'
          : 'is on, but other machines can reach the platform.',
      },
    });
  }
  return mode === 'on' || (mode === undefined && !isSet && isLocal && NODE_ENV !== 'test');
}

/**
 * Reads the settings from the environment. An empty variable counts as not set.
 * @throws StartError that names the variable, its value and valid values
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { data, error } = config.safeParse(Object.fromEntries(Object.entries(env).filter(([, text]) => text)));
  if (data) return data;
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  const problem = (issue?.code === 'custom' && issue.params?.problem) || `is "${env[name]}".`;
  throw new StartError(`${name} ${problem}`, issue?.message ?? '');
}
