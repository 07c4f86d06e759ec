import { resolve } from 'node:path';
import { StartError } from './start-error.ts';

/** Everything that an operator can set, read once. The table is in docs/operating.md. */
export interface Config {
  isProduction: boolean;
  host: string;
  port: number;
  /** Where visitors reach the platform; no slash at the end. */
  publicUrl: string;
  /** Absolute path of the folder for the embedded database, secrets and files. */
  dataDir: string;
  /** The operator's PostgreSQL; null starts the embedded one. */
  databaseUrl: string | null;
  /** Whether connections keep the plans of statements under names. */
  databasePrepared: boolean;
  /** Where lab instances are reached: a host that ends in this one's name, `{label}.host`. */
  labsUrl: string;
  labRuntime: 'embedded';
  /** Master secret for several nodes; null keeps one in the data folder. */
  secretKey: string | null;
  /** PBKDF2 iterations of the proof of work. */
  powCost: number;
  /** Who can make an account: everybody, those with an invitation code, nobody. */
  register: 'open' | 'invite' | 'closed';
  /** `smtp://` or `smtps://`; null keeps mails in the outbox, for a superuser to read. */
  smtpUrl: string | null;
  /** The sender of mails, `Name <address>` or an address. */
  mailFrom: string;
  /** A code that visitors must give before they see anything; null for a site that is open. */
  siteAccessCode: string | null;
  /** Sign-in through an OpenID Connect provider; null where there is none. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null;
  /** The operator's message to everybody; empty when there is none. */
  serverMessage: string;
  /** True behind a reverse proxy that sets X-Forwarded-For. */
  trustProxy: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

type Env = Record<string, string | undefined>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Reads the environment.
 * @throws StartError that names the variable, its value and what would be right
 */
export function readConfig(env: Env): Config {
  const isProduction = env.NODE_ENV !== 'development' && env.NODE_ENV !== 'test';
  const host = env.HOST || '127.0.0.1';
  const port = integer(env, 'PORT', 8080, 0, 65_535);
  const publicUrl = origin(env, 'PUBLIC_URL', `http://localhost:${port}`);
  return {
    isProduction,
    host,
    port,
    publicUrl,
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl: databaseUrl(env),
    databasePrepared: choice(env, 'DATABASE_PREPARED', ['on', 'off'] as const, 'on') === 'on',
    labsUrl: origin(env, 'LABS_URL', `http://labs.localhost:${port}`),
    labRuntime: choice(env, 'LAB_RUNTIME', ['embedded'] as const, 'embedded'),
    secretKey: secretKey(env),
    powCost: integer(env, 'POW_COST', 5000, 1, 10_000_000),
    register: choice(env, 'REGISTER', ['open', 'invite', 'closed'] as const, 'open'),
    smtpUrl: smtpUrl(env),
    mailFrom: mailFrom(env, publicUrl),
    siteAccessCode: siteAccessCode(env),
    oidc: oidc(env),
    serverMessage: env.SERVER_MESSAGE?.trim() ?? '',
    trustProxy: choice(env, 'TRUST_PROXY', ['yes', 'no'] as const, 'no') === 'yes',
    logLevel: choice(env, 'LOG_LEVEL', logLevels, isProduction ? 'info' : 'warn'),
  };
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new StartError(
      `${name} is "${text}".`,
      `Give a whole number from ${min} to ${max}, or leave it out for ${fallback}.`,
    );
  }
  return value;
}

function choice<const T extends string>(env: Env, name: string, values: readonly T[], fallback: T): T {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) {
    throw new StartError(`${name} is "${text}".`, `Give one of ${values.join(', ')}, or leave it out for ${fallback}.`);
  }
  return value;
}

function origin(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new StartError(`${name} is "${text}".`, 'Give an origin such as https://learn.example.org, without a path.');
  }
  return url.origin;
}

function secretKey(env: Env): string | null {
  const text = env.SECRET_KEY;
  if (!text) return null;
  if (text.length < 32) {
    throw new StartError('SECRET_KEY is too short.', 'Give at least 32 random characters, the same on every node.');
  }
  return text;
}

function databaseUrl(env: Env): string | null {
  const text = env.DATABASE_URL;
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    // The value may hold a password, so it is not repeated.
    throw new StartError('DATABASE_URL is not a PostgreSQL address.', 'Give postgres://user:password@host:5432/name.');
  }
  return text;
}

function smtpUrl(env: Env): string | null {
  const text = env.SMTP_URL;
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) {
    // The value may hold a password, so it is not repeated.
    throw new StartError('SMTP_URL is not the address of a mail server.', 'Give smtp://user:password@host:587.');
  }
  return text;
}

function mailFrom(env: Env, publicUrl: string): string {
  const text = env.MAIL_FROM || `Hexpedition <no-reply@${new URL(publicUrl).hostname}>`;
  if (!/^(?:[^<>\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text)) {
    throw new StartError(
      `MAIL_FROM is "${text}".`,
      'Give an address, or a name and an address: Hexpedition <mail@host>.',
    );
  }
  return text;
}

function siteAccessCode(env: Env): string | null {
  const text = env.SITE_ACCESS_CODE;
  if (!text) return null;
  if (text.length < 8) {
    throw new StartError('SITE_ACCESS_CODE is too short.', 'Give at least 8 characters, or leave it out.');
  }
  return text;
}

function oidc(env: Env): Config['oidc'] {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0) {
    throw new StartError(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`,
      `Sign-in through a provider needs ${names.join(', ')}.`,
    );
  }
  const issuer = env.OIDC_ISSUER ?? '';
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    throw new StartError(
      `OIDC_ISSUER is "${issuer}".`,
      'Give the https address of the provider (http on this machine).',
    );
  }
  return {
    issuer,
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: env.OIDC_CLIENT_SECRET ?? '',
    name: env.OIDC_NAME || url.hostname,
  };
}
