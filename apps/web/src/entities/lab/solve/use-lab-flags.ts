import type { Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { solvedLabsQuery } from '../lab-queries.ts';

/** Loads the learner's flags of a lab, and submits a flag. The server tells which flag it was. */
export function useLabFlags({ slug, flags }: Pick<Lab, 'slug' | 'flags'>) {
  const api = useApi();
  const client = useQueryClient();
  const { data } = usePersonalQuery(solvedLabsQuery);
  const own = data?.flags.filter((flag) => flag.lab === slug) ?? [];
  const found = new Map(own.filter(({ kind }) => kind === 'find').map((flag) => [flag.id, flag]));
  return {
    /** Found flags by their id. */
    found,
    /** The repair; undefined until it is done. */
    repaired: own.find(({ kind }) => kind === 'repair'),
    /** Points that the learner has paid for the source of the repair. */
    sourcePrice: data?.sources.find(({ lab }) => lab === slug)?.price ?? 0,
    /** Whether all flags are found. The repair does not count. */
    isSolved: flags > 0 && found.size >= flags,
    submission: {
      id: `lab:${slug}`,
      submit: (flag: string) => api('POST /api/lab/flags/:slug', { params: { slug }, body: { flag } }),
      onFound: () => {
        // The learner's flags, the number of solves of each lab, and the source that opens with the last flag.
        const changed = [
          'GET /api/lab/flags_solved',
          'GET /api/lab/',
          'GET /api/lab/:slug',
          'GET /api/lab/:slug/repair',
        ];
        for (const key of changed) void client.invalidateQueries({ queryKey: [key] });
      },
    },
  };
}
