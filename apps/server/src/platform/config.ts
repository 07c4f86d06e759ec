import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import type { Tier } from '@hexpedition/contract';
import { z } from 'zod';
import { StartError } from './start-error.ts';

/** The message of a wrong setting says what would be right; readConfig puts the setting's name and value before it. */
const integer = (fallback: number, min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      `Give a whole number from ${min} to ${max}, or leave it out for ${fallback}.`,
    )
    .transform(Number)
    .default(fallback);

const choice = <const T extends string>(values: readonly [T, ...T[]], fallback: T) =>
  oneOf(values, fallback).default(fallback);

const oneOf = <const T extends string>(values: readonly [T, ...T[]], fallback: string) =>
  z.enum(values, `Give one of ${values.join(', ')}, or leave it out for ${fallback}.`);

const url = (text: string) => (URL.canParse(text) ? new URL(text) : null);

const origin = () =>
  z
    .string()
    .refine((text) => {
      const given = url(text);
      if (!given || !/^https?:$/.test(given.protocol)) return false;
      return given.pathname === '/' && !given.search && !given.hash && !given.username;
    }, 'Give an origin such as https://learn.example.org, without a path.')
    .transform((text) => new URL(text).origin);

/** `Name=https://…, Name=https://…`, as the footer shows them. */
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
      'Give up to eight links with a comma between them: Mastodon=https://example.social/@us, Forum=https://forum.example.org.',
    );

/** `foundational=pro_…:pri_…:pri_…`: the product, its monthly and its yearly price; with a comma between the plans. */
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
      'Give each plan once, with its product, its monthly and its yearly price at Paddle: foundational=pro_…:pri_…:pri_…, specialization=pro_…:pri_…:pri_….',
    );

/** A value that may be or hold a password: it is not repeated when it is wrong. */
const secret = (isRight: (text: string) => boolean, fault: string, remedy: string) =>
  z.string().refine(isRight, { error: remedy, params: { fault } });

const isThisMachine = (hostname: string) => /^(localhost|127\.0\.0\.1|\[::1\]|::1)$/.test(hostname);

/** Where nobody else listens on the way: private addresses (RFC 1918, RFC 4193), and names that the Internet has not. */
function isOwnNetwork(hostname: string): boolean {
  if (isThisMachine(hostname) || /^\[f[cd][0-9a-f]{2}:/.test(hostname)) return true;
  if (isIPv4(hostname)) return /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
  return /^[^.[\]]+$|\.(internal|local|lan)$/.test(hostname);
}

/** A bucket of an S3-compatible store. */
export interface StorageConfig {
  /** The bucket's address, without a slash at its end. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** `s3://key:secret@host:port/bucket?region=…&insecure=yes` @returns null for what is none */
function bucketOf(text: string): StorageConfig | null {
  const given = url(text);
  const [, bucket] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/.exec(given?.pathname ?? '') ?? [];
  if (given?.protocol !== 's3:' || !bucket || !given.username || !given.password || given.hash) return null;
  const { region = 'us-east-1', insecure = 'no', ...more } = Object.fromEntries(given.searchParams);
  const isSecure = insecure === 'no';
  const address = `${isSecure ? 'https' : 'http'}://${given.host}`;
  if (Object.keys(more).length > 0 || !/^[\w-]+$/.test(region) || !URL.canParse(address)) return null;
  if (!isSecure && (insecure !== 'yes' || !isOwnNetwork(new URL(address).hostname))) return null;
  try {
    const [accessKeyId, secretAccessKey] = [given.username, given.password].map(decodeURIComponent);
    if (!accessKeyId || !secretAccessKey) return null;
    return { url: `${new URL(address).origin}/${bucket}`, accessKeyId, secretAccessKey, region };
  } catch {
    // A % that encodes nothing.
    return null;
  }
}

/** The address of a Matomo with a slash at its end. @returns null for what is none */
function matomoAt(text: string): string | null {
  const given = url(text);
  if (!given || given.search || given.hash || given.username || given.password) return null;
  const isFit = given.protocol === 'https:' || (given.protocol === 'http:' && isOwnNetwork(given.hostname));
  // A directive of the Content Security Policy ends at these.
  if (!isFit || /[;,\s]/.test(given.origin)) return null;
  // Of a file in it, not of its folder.
  if (/\.(?:php|js)\/*$/.test(given.pathname)) return null;
  return given.href.replace(/\/*$/, '/');
}

/** Every variable that an operator can set, in the order of the table in docs/operating.md. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(8080, 0, 65_535),
  PUBLIC_URL: origin().optional(),
  LABS_URL: origin().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: secret(
    (text) => /^postgres(ql)?:$/.test(url(text)?.protocol ?? ''),
    'is not a PostgreSQL address.',
    'Give postgres://user:password@host:5432/name.',
  ).optional(),
  DATABASE_PREPARED: choice(['on', 'off'], 'on'),
  STORAGE_URL: secret(
    (text) => bucketOf(text) !== null,
    'is not the address of a bucket.',
    'Give s3://ACCESS_KEY:SECRET@host/bucket?region=…, with a / of the secret as %2F and a + as %2B; with &insecure=yes it is http, on this machine or your own network.',
  ).optional(),
  SECRET_KEY: secret(
    (text) => text.length >= 32,
    'is too short.',
    'Give at least 32 random characters, the same on every node.',
  ).optional(),
  LAB_RUNTIME: choice(['embedded'], 'embedded'),
  FREE_TIER: choice(['0', '1', '2', '3'], '0'),
  REGISTER: choice(['open', 'invite', 'closed'], 'open'),
  SMTP_URL: secret(
    (text) => /^smtps?:$/.test(url(text)?.protocol ?? '') && url(text)?.hostname !== '',
    'is not the address of a mail server.',
    'Give smtp://user:password@host:587.',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'Give an address, or a name and an address: Hexpedition <mail@host>.',
    )
    .optional(),
  MAIL_BOUNCES_SECRET: secret(
    (text) => text.length >= 32,
    'is too short.',
    'Give at least 32 random characters, or leave it out.',
  ).optional(),
  SITE_ACCESS_CODE: secret(
    (text) => text.length >= 8,
    'is too short.',
    'Give at least 8 characters, or leave it out.',
  ).optional(),
  OIDC_ISSUER: z
    .string()
    .refine((text) => {
      const { protocol, hostname = '' } = url(text) ?? {};
      return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
    }, 'Give the https address of the provider (http on this machine).')
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
      'Give the part of its addresses after the @, such as example.com.',
    )
    .optional(),
  MATOMO_URL: z
    .string()
    .refine(
      (text) => matomoAt(text) !== null,
      'Give the https address of your Matomo, such as https://stats.example.org/ (http on this machine or your own network).',
    )
    .optional(),
  PADDLE_SANDBOX: oneOf(
    ['on', 'off'],
    'on where no other PADDLE_ setting is given and this machine alone reaches the platform',
  ).optional(),
  PADDLE_API_KEY: secret(
    (text) => /^pdl_(live|sdbx)_\S{20,}$/.test(text),
    'is no key of Paddle’s API.',
    'Give the key that begins with pdl_live_ or pdl_sdbx_ (Paddle: Developer tools, Authentication).',
  ).optional(),
  PADDLE_CLIENT_TOKEN: z
    .string()
    .regex(
      /^(live|test)_\w{10,}$/,
      'Give the client-side token that begins with live_ or test_ (Paddle: Developer tools, Authentication).',
    )
    .optional(),
  PADDLE_WEBHOOK_SECRET: secret(
    (text) => text.length >= 16,
    'is too short.',
    'Give the secret key of the notification destination at Paddle, or leave it out.',
  ).optional(),
  PADDLE_PLANS: plans(),
  POW_COST: integer(5000, 1, 10_000_000),
  TRUST_PROXY: choice(['yes', 'no'], 'no'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info').optional(),
  /** Not for operators: `npm run dev` and the tests set it. */
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
    /** Where visitors reach the platform; no slash at the end. */
    publicUrl,
    /** Absolute path of the folder for the embedded database, secrets and files. */
    dataDir: resolve(env.DATA_DIR),
    /** The operator's PostgreSQL; null starts the embedded one. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Whether an empty database gets a learner and a superuser with passwords that the start prints: for a first look. */
    demoAccounts: env.DATABASE_URL === undefined && isThisMachine(new URL(publicUrl).hostname),
    /** Whether connections keep the plans of statements under names. */
    databasePrepared: env.DATABASE_PREPARED === 'on',
    /** The bucket for files of lessons; null keeps them in the database. */
    storage: env.STORAGE_URL === undefined ? null : bucketOf(env.STORAGE_URL),
    /** Where lab instances are reached: a host that ends in this one's name, `{label}.host`. */
    labsUrl: env.LABS_URL ?? `http://labs.localhost:${env.PORT}`,
    labRuntime: env.LAB_RUNTIME,
    /** Master secret for several nodes; null keeps one in the data folder. */
    secretKey: env.SECRET_KEY ?? null,
    /** PBKDF2 iterations of the proof of work. */
    powCost: env.POW_COST,
    /** Up to which tier everything is open to everybody, visitors too. */
    freeTier: Number(env.FREE_TIER) as Tier,
    /** Who can make an account: everybody, those with an invitation code, nobody. */
    register: env.REGISTER,
    /** `smtp://` or `smtps://`; null keeps mails in the outbox, for a superuser to read. */
    smtpUrl: env.SMTP_URL ?? null,
    /** The sender of mails, `Name <address>` or an address. */
    mailFrom: env.MAIL_FROM ?? `Hexpedition <no-reply@${new URL(publicUrl).hostname}>`,
    /** What the operator's mail server proves itself with when it reports a bounce; null where it reports none. */
    mailBouncesSecret: env.MAIL_BOUNCES_SECRET ?? null,
    /** A code that visitors must give before they see anything; null for a site that is open. */
    siteAccessCode: env.SITE_ACCESS_CODE ?? null,
    /** Sign-in through an OpenID Connect provider; null where there is none. */
    oidc: provider(env, context),
    /** The operator's message to everybody; empty when there is none. */
    serverMessage: env.SERVER_MESSAGE,
    /** Where else the operator is found; the footer names them. */
    socialLinks: env.SOCIAL_LINKS,
    /** Absolute path of the file that names the promoted, preview and sponsored trainings; null without one. */
    partnersFile: env.PARTNERS_FILE === undefined ? null : resolve(env.PARTNERS_FILE),
    /** The domain of the addresses of the company's people, in small letters; null without a company. */
    companyDomain: env.COMPANY_DOMAIN ?? null,
    /** Where the operator's Matomo is, with a slash at the end; null without one. */
    matomoUrl: env.MATOMO_URL === undefined ? null : matomoAt(env.MATOMO_URL),
    /** Payments through Paddle; null where nothing is sold, and until the sandbox runs. */
    paddle: paddle(env, context),
    /** Whether the sandbox stands in for Paddle: nobody pays there, so it is for this machine alone. */
    paddleSandbox: paddleSandbox(env, publicUrl, context),
    /** True behind a reverse proxy that sets X-Forwarded-For. */
    trustProxy: env.TRUST_PROXY === 'yes',
    logLevel: env.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  };
});

/** Everything that an operator can set, read once. */
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
      message: `Sign-in through a provider needs ${names.join(', ')}.`,
      path: [missing.join(' and ')],
      params: { fault: `${missing.length > 1 ? 'are' : 'is'} missing.` },
    });
  }
  return null;
}

const paddleSettings = ['PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN', 'PADDLE_WEBHOOK_SECRET', 'PADDLE_PLANS'] as const;

/** How payments reach Paddle, or what stands in for it. */
export interface PaddleConfig {
  environment: 'production' | 'sandbox';
  apiKey: string;
  /** For the browser. */
  clientToken: string;
  webhookSecret: string;
  plans: { name: 'foundational' | 'specialization'; tier: 1 | 2; productId: string; prices: Prices }[];
  /** The sandbox that runs beside the platform: its address, and that of its control page. Null for Paddle itself. */
  local: { url: string; control: string } | null;
}
interface Prices {
  monthly: string;
  yearly: string;
}

function paddle(env: Environment, context: z.RefinementCtx): PaddleConfig | null {
  const missing = paddleSettings.filter((name) => !env[name]);
  if (missing.length === paddleSettings.length) return null;
  const refuse = (message: string, name: string, fault: string) => {
    context.addIssue({ code: 'custom', message, path: [name], params: { fault } });
    return null;
  };
  const {
    PADDLE_API_KEY: apiKey,
    PADDLE_CLIENT_TOKEN: clientToken,
    PADDLE_WEBHOOK_SECRET: webhookSecret,
    PADDLE_PLANS: given,
  } = env;
  if (!apiKey || !clientToken || !webhookSecret || !given) {
    const fault = `${missing.length > 1 ? 'are' : 'is'} missing.`;
    return refuse(`Payments need ${paddleSettings.join(', ')}.`, missing.join(' and '), fault);
  }
  const isLive = apiKey.startsWith('pdl_live_');
  if (isLive !== clientToken.startsWith('live_')) {
    const remedy = 'Give the key and the token of one environment: pdl_live_ with live_, pdl_sdbx_ with test_.';
    return refuse(remedy, 'PADDLE_CLIENT_TOKEN', 'is of another environment than PADDLE_API_KEY.');
  }
  const tiers = { foundational: 1, specialization: 2 } as const;
  return {
    environment: isLive ? 'production' : 'sandbox',
    apiKey,
    clientToken,
    webhookSecret,
    plans: given.flatMap(({ name, ...plan }) => (name ? [{ name, tier: tiers[name], ...plan }] : [])),
    local: null,
  };
}

function paddleSandbox(env: Environment, publicUrl: string, context: z.RefinementCtx): boolean {
  const { PADDLE_SANDBOX: wanted, NODE_ENV } = env;
  const isSet = paddleSettings.some((name) => env[name]);
  const isLocal = isThisMachine(new URL(publicUrl).hostname) && isThisMachine(env.HOST) && env.TRUST_PROXY === 'no';
  if (wanted === 'on' && (isSet || !isLocal)) {
    context.addIssue({
      code: 'custom',
      message: isSet
        ? 'Leave it out, or leave the other PADDLE_ settings out.'
        : 'In the sandbox everybody has what nobody has paid for. It starts only where this machine alone reaches the platform: HOST and PUBLIC_URL name it, and TRUST_PROXY is no.',
      path: ['PADDLE_SANDBOX'],
      params: { fault: isSet ? 'is on beside settings of Paddle itself.' : 'is on where others reach the platform.' },
    });
  }
  return wanted === 'on' || (wanted === undefined && !isSet && isLocal && NODE_ENV !== 'test');
}

/**
 * Reads the environment. A variable that is set to nothing counts as not set.
 * @throws StartError that names the variable, its value and what would be right
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { data, error } = config.safeParse(Object.fromEntries(Object.entries(env).filter(([, text]) => text)));
  if (data) return data;
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  const fault = (issue?.code === 'custom' && issue.params?.fault) || `is "${env[name]}".`;
  throw new StartError(`${name} ${fault}`, issue?.message ?? '');
}
