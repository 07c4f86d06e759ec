import type { AuthoredLesson, Training } from '@hexpedition/contract';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { trainingQuery } from '#features/learn/queries.public.ts';
import type { Api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { ApiContext, useApi } from '#lib/query.ts';
import { featuresQuery } from '#shell/features.ts';

/** What a lesson may ask for in the preview: what everybody may read. Nothing of the author's own, and no change. */
const open = new Set<string>(['GET /api/lab/:slug']);

const sealed = (api: Api): Api => {
  const call = async (endpoint: string, ...rest: unknown[]) => {
    if (open.has(endpoint)) return Reflect.apply(api, undefined, [endpoint, ...rest]);
    throw new ApiError(409, { code: 'already_done', msg: 'This is a preview: nothing is sent.' });
  };
  // The table of endpoints types the call from outside.
  return call as unknown as Api;
};

/** The training as far as a lesson's modules ask for it; its pages may not be public yet. */
const trainingOf = ({ training: { slug, name, tier, continent } }: AuthoredLesson): Training => ({
  ...{ slug, name, tier, continent, continent_name: '', place: null, term: '', tags: [], icon: '', summary: '' },
  ...{ minutes: 0, subchapters: 0, flags: 0, points: 0, start: null, kind: 'course', requires: [], added_at: null },
  ...{ description_html: '', chapters: [], recommended_next: [], test_out: false },
});

/**
 * A place where a lesson is drawn and does nothing: what its modules send is refused with the reason, and what they know
 * of the author, as a learner, is nothing.
 */
export function Sealed({ lesson, children }: { lesson: AuthoredLesson; children: ReactNode }) {
  const api = useApi();
  const outside = useQueryClient();
  // A lesson's page is one lesson's: what is inside of it never changes.
  const [{ inside, client }] = useState(() => {
    const inside = sealed(api);
    const made = new QueryClient({
      defaultOptions: {
        mutations: { networkMode: 'always' },
        queries: {
          ...{ networkMode: 'always', retry: false, staleTime: Number.POSITIVE_INFINITY },
          queryFn: ({ queryKey: [endpoint, input] }) => inside(endpoint as 'GET /api/lab/:slug', input as never),
        },
      },
    });
    made.setQueryData(featuresQuery.queryKey, outside.getQueryData(featuresQuery.queryKey));
    made.setQueryData(trainingQuery(lesson.training.slug).queryKey, trainingOf(lesson));
    return { inside, client: made };
  });
  return (
    <ApiContext value={inside}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ApiContext>
  );
}
