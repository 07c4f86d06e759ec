import type { Lab } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { solvedLabsQuery } from '../queries.public.ts';

/** The flags of a lab that the learner has, by id, and how to hand one in. The server says which one it was. */
export function useLabFlags({ slug }: Pick<Lab, 'slug'>) {
  const api = useApi();
  const client = useQueryClient();
  const { data } = usePersonalQuery(solvedLabsQuery);
  return {
    found: new Set<string>(data?.flags.filter((flag) => flag.lab === slug).map((flag) => flag.id)),
    submission: {
      id: `lab:${slug}`,
      submit: (flag: string) => api('POST /api/lab/flags/:slug', { params: { slug }, body: { flag } }),
      onFound: () => {
        // The learner's own flags, and how many have solved each lab.
        for (const key of ['GET /api/lab/flags_solved', 'GET /api/lab/', 'GET /api/lab/:slug'])
          void client.invalidateQueries({ queryKey: [key] });
      },
    },
  };
}
