import { anyOf, type Db } from '#platform/db/db';

/** What of the named things is shown: trainings with their tiers, and continents. */
export async function readShown(db: Db, named: { trainings: string[]; continents: string[] }) {
  const [trainings, continents] = await Promise.all([
    db
      .selectFrom('trainings')
      .select(['trainings.slug', 'trainings.tier'])
      .where('trainings.slug', '=', anyOf(named.trainings))
      .where('trainings.hidden', '=', false)
      .execute(),
    db
      .selectFrom('continents')
      .select('continents.slug')
      .where('continents.slug', '=', anyOf(named.continents))
      .execute(),
  ]);
  return {
    tiers: new Map(trainings.map(({ slug, tier }) => [slug, tier])),
    continents: new Set(continents.map(({ slug }) => slug)),
  };
}
