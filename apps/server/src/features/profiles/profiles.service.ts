import type { User, UserSettingsBody } from '@hexpedition/contract';
import { isReservedName, lockUsername, type ReadUser } from '#features/accounts/accounts.public';
import { announceProfileChange } from '#features/profile-pages/profile-pages.public';
import { audit } from '#platform/audit';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { isNameOfAnother, isSlugConflict, lockOwner, type ProfileColumns, updateProfile } from './profiles.store.ts';

export function createProfileService({ db, readUser }: { db: Db; readUser: ReadUser }) {
  return {
    /** Changes the given fields. @throws AppError slug_taken, session_ended */
    async change(viewer: Viewer, body: UserSettingsBody): Promise<User> {
      try {
        return await db.transaction().execute(async (tx) => {
          await applyChanges(tx, viewer.pk, body);
          return readUser(tx, viewer.pk);
        });
      } catch (error) {
        throw isSlugConflict(error) ? slugTaken() : error;
      }
    },
  };
}

async function applyChanges(tx: Tx, pk: number, body: UserSettingsBody): Promise<void> {
  const owner = await lockOwner(tx, pk);
  if (!owner) return;
  const wanted = columnsOf(body);
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => value !== undefined && value !== owner[column as keyof typeof owner],
    ),
  ) as ProfileColumns;
  if (Object.keys(changes).length === 0) return;
  const slug = changes.profile_slug;
  if (slug !== undefined) await requireFreeSlug(tx, pk, owner.username, slug);
  // Called twice: the page under the old slug and a cached "not found" under the new slug both have to be dropped.
  await announceProfileChange(tx, pk);
  await updateProfile(tx, pk, changes);
  if (slug !== undefined) await announceProfileChange(tx, pk);
  await audit(tx, { actor: pk, action: 'account.profile', data: { changed: Object.keys(changes).sort() } });
}

function columnsOf({ slug, is_public, about, sections }: UserSettingsBody): ProfileColumns {
  return {
    profile_slug: slug,
    profile_public: is_public,
    profile_about: about,
    profile_points: sections?.points,
    profile_trainings: sections?.trainings,
    profile_labs: sections?.labs,
    profile_activity: sections?.activity,
  };
}

async function requireFreeSlug(tx: Tx, pk: number, username: string, slug: string): Promise<void> {
  // The own username is always free, even a reserved one assigned by the operator.
  if (slug !== username.toLowerCase() && isReservedName(slug)) throw slugTaken();
  await lockUsername(tx, slug);
  if (await isNameOfAnother(tx, pk, slug)) throw slugTaken();
}

function slugTaken(): AppError {
  const msg = 'This address is taken. Choose another.';
  return new AppError('slug_taken', msg, { fields: { slug: msg } });
}
