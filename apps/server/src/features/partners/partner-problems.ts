import { tierNames } from '@hexpedition/contract/tiers';
import type { Db } from '#platform/db/db';
import { readVisible } from './partners.read-model.ts';
import type { Partners } from './partners-file.ts';

const specialization = 2;

/** Returns a sentence for each entry of the partners file that refers to missing content. The server starts anyway. */
export async function findPartnerProblems(db: Db, partners: Partners, companyDomain: string | null): Promise<string[]> {
  const { promo, preview, company } = partners;
  const trainings = [
    ...promo.map((slug) => ({ at: 'promo', slug })),
    ...(preview === null ? [] : [{ at: 'preview', slug: preview }]),
    ...(company?.trainings ?? []).map((slug) => ({ at: 'company.trainings', slug })),
  ];
  const continents = company?.continent ? [company.continent] : [];
  const visible = await readVisible(db, { trainings: trainings.map(({ slug }) => slug), continents });
  const problems: string[] = [];
  for (const { at, slug } of trainings) {
    const tier = visible.tiers.get(slug);
    if (tier === undefined)
      problems.push(`PARTNERS_FILE: ${at} names the course "${slug}", which does not exist or is hidden.`);
    else if (at === 'promo' && tier !== specialization)
      problems.push(`PARTNERS_FILE: promo names the course "${slug}", whose tier is not ${tierNames[specialization]}.`);
  }
  for (const slug of continents) {
    if (!visible.continents.has(slug))
      problems.push(`PARTNERS_FILE: company.continent is "${slug}", which does not exist.`);
  }
  if (company && !companyDomain) {
    problems.push(`COMPANY_DOMAIN is not set, so no user sees the page of ${company.name}.`);
  }
  return problems;
}
