import { hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Purpose of a key. Each purpose has its own key, derived from the master secret. */
type KeyName =
  | 'access-token'
  | 'drills'
  | 'proof-of-work'
  | 'flags'
  | 'lab-cookie'
  | 'login-link'
  | 'mail-links'
  | 'node-forwarding'
  | 'second-factor'
  | 'site-access'
  | 'tickets'
  | 'unsubscribe';

export interface Secrets {
  /** Returns 32 bytes that are the same on every node with the same master secret. */
  key(name: KeyName): Buffer;
}

/**
 * Returns the platform's keys, derived (HKDF-SHA256, RFC 5869) from SECRET_KEY if it is set, else from a secret that is
 * created at the first start and stored in the data folder.
 */
export async function openSecrets(dataDir: string, secretKey: string | null): Promise<Secrets> {
  const master = secretKey ? Buffer.from(secretKey) : await readSecretFile(dataDir, 'master');
  return { key: (name) => Buffer.from(hkdfSync('sha256', master, 'hexpedition', name, 32)) };
}

/**
 * Reads 32 random bytes from `DATA_DIR/secrets/<name>.key` (mode 0600), or creates the file. Two processes that start at
 * once get the same secret: the file is created with an atomic link, and the process that loses reads the winner's file.
 */
export async function readSecretFile(dataDir: string, name: string): Promise<Buffer> {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, `${name}.key`);
  const existing = await readSecret(path);
  if (existing) return existing;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  const created = await readSecret(path);
  if (!created)
    throw new Error(`${path} does not contain a secret of 32 bytes. Restore it from a backup or remove it.`);
  return created;
}

async function readSecret(path: string): Promise<Buffer | undefined> {
  try {
    const bytes = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url');
    return bytes.length >= 32 ? bytes : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
