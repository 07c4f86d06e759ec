import type { AuthoredLesson, Training } from '@hexpedition/contract';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { featuresQuery } from '#entities/site/use-features.ts';
import { trainingQuery } from '#entities/training/training-queries.ts';
import type { Api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { ApiContext, useApi } from '#lib/query.ts';

/** Endpoints that the preview may call: only public data, nothing personal, and no changes. */
const allowedEndpoints = new Set<string>(['GET /api/lab/:slug']);

const sandboxApi = (api: Api): Api => {
  const call = async (endpoint: string, ...rest: unknown[]) => {
    if (allowedEndpoints.has(endpoint)) return Reflect.apply(api, undefined, [endpoint, ...rest]);
    throw new ApiError(409, { code: 'already_done', msg: 'Answers are not sent in the preview.' });
  };
  // `Api` types each call by its endpoint; this wrapper accepts any of them.
  return call as unknown as Api;
};

/** Builds the parts of the training that lesson modules read. Its public endpoint may not exist yet. */
const previewTrainingOf = ({ training: { slug, name, tier, continent } }: AuthoredLesson): Training => ({
  ...{
    slug,
    name,
    tier,
    continent,
    continent_name: '',
    map_continent: null,
    term: '',
    tags: [],
    icon: '',
    summary: '',
  },
  ...{
    minutes: 0,
    subchapters: 0,
    flags: 0,
    drills: 0,
    labs: 0,
    points: 0,
    start: null,
    kind: 'course',
    requires: [],
    added_at: null,
  },
  ...{ description_html: '', chapters: [], recommended_next: [], test_out: false },
});

/**
 * Renders a lesson without side effects: rejects the requests of its modules with an explanation, and hides the author's
 * own progress from them.
 */
export function PreviewSandbox({ lesson, children }: { lesson: AuthoredLesson; children: ReactNode }) {
  const api = useApi();
  const outerClient = useQueryClient();
  // Created once, because the editor page remounts for each lesson.
  const [{ api: innerApi, client }] = useState(() => {
    const innerApi = sandboxApi(api);
    const client = new QueryClient({
      defaultOptions: {
        mutations: { networkMode: 'always' },
        queries: {
          ...{ networkMode: 'always', retry: false, staleTime: Number.POSITIVE_INFINITY },
          queryFn: ({ queryKey: [endpoint, input] }) => innerApi(endpoint as 'GET /api/lab/:slug', input as never),
        },
      },
    });
    client.setQueryData(featuresQuery.queryKey, outerClient.getQueryData(featuresQuery.queryKey));
    client.setQueryData(trainingQuery(lesson.training.slug).queryKey, previewTrainingOf(lesson));
    return { api: innerApi, client };
  });
  return (
    <ApiContext value={innerApi}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ApiContext>
  );
}
