import { anyOf, type Db } from '#platform/db/db';

/** Returns which of these trainings and continents are visible, with the tiers of the trainings. */
export async function readVisible(db: Db, named: { trainings: string[]; continents: string[] }) {
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
