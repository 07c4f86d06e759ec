import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { FlagBox } from '#entities/flag/flag-box.tsx';
import { useApi } from '#lib/query.ts';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { refreshProgress } from '../progress/store-progress.ts';
import { useFoundFlags } from '../progress/use-training-progress.ts';
import { trainingFlagsQuery, trainingQuery } from '../training/training-queries.ts';
import css from './flag-module.module.css';
import type { ModuleProps } from './module-props.ts';

export function FlagModule({ lesson, training: slug, module: { id, title, points, html } }: ModuleProps<'flag'>) {
  const api = useApi();
  const client = useQueryClient();
  const { data: training } = useSuspenseQuery(trainingQuery(slug));
  const found = useFoundFlags(training);
  return (
    <FlagBox
      id={`${lesson}/${id}`}
      title={title}
      points={points}
      solved={found.has(`${lesson}/${id}`)}
      submit={(flag) =>
        api('POST /api/progress/:training/flags', {
          params: { training: slug },
          body: { subchapter: lesson, id, flag },
        })
      }
      onFound={() => {
        void client.invalidateQueries({ queryKey: trainingFlagsQuery(slug).queryKey });
        refreshProgress(client);
      }}
    >
      {html && <Html html={html} className={`${prose.prose} ${css.task}`} />}
    </FlagBox>
  );
}
