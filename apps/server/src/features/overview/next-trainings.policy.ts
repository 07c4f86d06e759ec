import type { SuggestedTraining } from '@hexpedition/contract';

/** A training that may be suggested. */
export interface Candidate {
  slug: string;
  name: string;
  recommended_next: string[];
  begun: boolean;
  finished: boolean;
  locked: SuggestedTraining['locked'];
}

export interface Suggestion {
  slug: string;
  reason: SuggestedTraining['reason'];
  after: { slug: string; name: string } | null;
}

const maxSuggestions = 4;

/**
 * Suggests trainings to start next: first recommendations in finished trainings, then the map's paths from finished
 * trainings, then the map's start. Unlocked trainings come before locked ones; within both, that order applies.
 * @param candidates most recently used trainings first, then untouched ones in map order
 */
export function suggestNext(
  candidates: readonly Candidate[],
  map: { start: string | null; next: Pick<ReadonlyMap<string, readonly string[]>, 'get'> },
): Suggestion[] {
  const bySlug = new Map(candidates.map((candidate) => [candidate.slug, candidate]));
  const finished = candidates.filter((candidate) => candidate.finished);
  const describeFinished = (one: Candidate) => ({ slug: one.slug, name: one.name });
  const ordered: Suggestion[] = [
    ...finished.flatMap((one) =>
      one.recommended_next.map((slug) => ({ slug, reason: 'follows' as const, after: describeFinished(one) })),
    ),
    ...finished.flatMap((one) =>
      (map.next.get(one.slug) ?? []).map((slug) => ({ slug, reason: 'path' as const, after: describeFinished(one) })),
    ),
    ...(map.start ? [{ slug: map.start, reason: 'start' as const, after: null }] : []),
    // Other unlocked trainings fill the list. Locked ones appear only if something above leads to them.
    ...candidates
      .filter(({ locked }) => locked === null)
      .map(({ slug }) => ({ slug, reason: 'start' as const, after: null })),
  ];
  const seen = new Set<string>();
  const suggestions = ordered.filter(({ slug }) => {
    const candidate = bySlug.get(slug);
    if (!candidate || candidate.begun || seen.has(slug)) return false;
    seen.add(slug);
    return true;
  });
  const isOpen = ({ slug }: Suggestion) => bySlug.get(slug)?.locked === null;
  return [...suggestions.filter(isOpen), ...suggestions.filter((one) => !isOpen(one))].slice(0, maxSuggestions);
}
