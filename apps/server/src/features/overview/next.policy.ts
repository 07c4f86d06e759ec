import type { NextHex } from '@hexpedition/contract';

/** A training as far as it matters for what comes next. */
export interface Candidate {
  slug: string;
  name: string;
  recommended_next: string[];
  begun: boolean;
  finished: boolean;
  locked: NextHex['locked'];
}

export interface Suggestion {
  slug: string;
  reason: NextHex['reason'];
  after: { slug: string; name: string } | null;
}

const most = 4;

/**
 * What to begin next: what the authors of finished trainings recommend, then where the map's paths lead from them, then
 * a way in. What is open comes before what is locked; within that, the order above.
 * @param candidates the last worked on first, then the untouched in the order of the map
 */
export function suggestNext(
  candidates: readonly Candidate[],
  map: { start: string | null; next: Pick<ReadonlyMap<string, readonly string[]>, 'get'> },
): Suggestion[] {
  const bySlug = new Map(candidates.map((candidate) => [candidate.slug, candidate]));
  const finished = candidates.filter((candidate) => candidate.finished);
  const behind = (one: Candidate) => ({ slug: one.slug, name: one.name });
  const all: Suggestion[] = [
    ...finished.flatMap((one) =>
      one.recommended_next.map((slug) => ({ slug, reason: 'follows' as const, after: behind(one) })),
    ),
    ...finished.flatMap((one) =>
      (map.next.get(one.slug) ?? []).map((slug) => ({ slug, reason: 'path' as const, after: behind(one) })),
    ),
    ...(map.start ? [{ slug: map.start, reason: 'start' as const, after: null }] : []),
    // Whatever is open fills the rest; what is locked is only shown where something leads to it.
    ...candidates
      .filter(({ locked }) => locked === null)
      .map(({ slug }) => ({ slug, reason: 'start' as const, after: null })),
  ];
  const seen = new Set<string>();
  const fresh = all.filter(({ slug }) => {
    const candidate = bySlug.get(slug);
    if (!candidate || candidate.begun || seen.has(slug)) return false;
    seen.add(slug);
    return true;
  });
  const isOpen = ({ slug }: Suggestion) => bySlug.get(slug)?.locked === null;
  return [...fresh.filter(isOpen), ...fresh.filter((one) => !isOpen(one))].slice(0, most);
}
