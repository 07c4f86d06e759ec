import { randomUUID } from 'node:crypto';
import type { Avatars, User } from '@hexpedition/contract';
import type { ReadUser } from '#features/accounts/accounts.public';
import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { collections, findDrawingPath } from './avatar-collections.ts';
import { findUploadId, uploadPath } from './avatars.read-model.ts';
import { lockUser, replaceUpload, setAvatar } from './avatars.store.ts';
import { encodeAvatar } from './encode-avatar.ts';

const limits = {
  set: { name: 'avatar-set', hits: 120, seconds: 600 },
  upload: { name: 'avatar-upload', hits: 10, seconds: 3_600 },
};

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  readUser: ReadUser;
}

export function createAvatarService({ db, clock, limiter, readUser }: Deps) {
  // Encoding a large picture takes a second of one core and a few hundred megabytes.
  const limitEncoding = createConcurrencyLimiter({
    maxRunning: 2,
    maxQueued: 8,
    createError: () =>
      new AppError('unavailable', 'Too many pictures are being processed right now. Try again in a moment.', {
        retry_after: 5,
      }),
  });

  return {
    async list(userPk: number): Promise<Avatars> {
      const id = await findUploadId(db, userPk);
      return { collections, upload: id ? { id, name: 'Your picture', image: uploadPath(id) } : null };
    },

    /** @throws AppError not_found unless it is a drawn avatar or the user's own upload */
    async choose(userPk: number, id: string): Promise<{ user: User }> {
      await limiter.take(limits.set, String(userPk));
      return change(userPk, 'avatar.set', async (tx) => {
        if (id === 'default') return null;
        const drawn = findDrawingPath(id);
        if (drawn) return drawn;
        if ((await findUploadId(tx, userPk)) !== id) throw notFound('picture');
        return uploadPath(id);
      });
    },

    /** @throws AppError image_invalid */
    async upload(userPk: number, base64: string): Promise<{ user: User }> {
      await limiter.take(limits.upload, String(userPk));
      const webp = await limitEncoding(() => encodeAvatar(base64));
      const id = randomUUID();
      return change(userPk, 'avatar.uploaded', async (tx) => {
        await replaceUpload(tx, { id, userPk, webp, now: clock.now() });
        return uploadPath(id);
      });
    },
  };

  async function change(userPk: number, action: string, decide: (tx: Tx) => Promise<string | null>) {
    await db.transaction().execute(async (tx) => {
      if (!(await lockUser(tx, userPk))) throw notFound('account');
      const path = await decide(tx);
      await setAvatar(tx, userPk, path);
      await announceProfileChange(tx, userPk);
      await audit(tx, { actor: userPk, action, subject: `user:${userPk}`, data: { image: path } });
    });
    return { user: await readUser(db, userPk) };
  }
}
