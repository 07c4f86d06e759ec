import type { Features } from '@hexpedition/contract';
import type { Partners } from './partners-file.ts';

/** Presents the public part of the partner settings. */
export function presentPartners({
  promo,
  preview,
  company,
}: Partners): Pick<Features, 'promo' | 'preview' | 'company'> {
  if (!company) return { promo, preview, company };
  const { name, continent, colour, link, logo, trainings } = company;
  return { promo, preview, company: { name, continent, colour, link, logo: logo?.path ?? null, trainings } };
}
