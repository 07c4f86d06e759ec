import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';

/** Returns a lab that is not hidden. @throws AppError not_found */
export async function selectLab(db: Db, slug: string) {
  const lab = await db
    .selectFrom('labs')
    .selectAll()
    .where('labs.slug', '=', slug)
    .where('labs.hidden', '=', false)
    .executeTakeFirst();
  if (!lab) throw notFound('lab');
  return lab;
}
