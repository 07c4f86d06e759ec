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
  /** Where lab instances are reached: a host that ends in this one's name, `{label}.host`. */
  labsUrl: string;
  labRuntime: 'embedded';
  /** Master secret for several nodes; null keeps one in the data folder. */
  secretKey: string | null;
  /** PBKDF2 iterations of the proof of work. */
  powCost: number;
  /** Accounts can be made; `false` closes registration. */
  register: boolean;
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
    labsUrl: origin(env, 'LABS_URL', `http://labs.localhost:${port}`),
    labRuntime: choice(env, 'LAB_RUNTIME', ['embedded'] as const, 'embedded'),
    secretKey: secretKey(env),
    powCost: integer(env, 'POW_COST', 5000, 1, 10_000_000),
    register: choice(env, 'REGISTER', ['open', 'closed'] as const, 'open') === 'open',
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
