import type { Module, Subchapter } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { FlagBox } from '#features/flags/flag-box.public.tsx';
import { useApi } from '#lib/query.ts';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import css from '../lesson/lesson-page.module.css';
import { trainingFlagsQuery } from '../queries.public.ts';

interface Props {
  lesson: Subchapter;
  flag: Extract<Module, { kind: 'flag' }>;
  solved: boolean;
}

export function FlagModule({ lesson: { slug, training }, flag: { id, title, points, html }, solved }: Props) {
  const api = useApi();
  const client = useQueryClient();
  return (
    <FlagBox
      id={`${slug}/${id}`}
      title={title}
      points={points}
      solved={solved}
      submit={(flag) =>
        api('POST /api/progress/:training/flags', {
          params: { training: training.slug },
          body: { subchapter: slug, id, flag },
        })
      }
      onFound={() => {
        void client.invalidateQueries({ queryKey: trainingFlagsQuery(training.slug).queryKey });
        void client.invalidateQueries({ queryKey: ['GET /api/account/leaderboard'] });
      }}
    >
      {html && <Html html={html} className={`${prose.prose} ${css.task}`} />}
    </FlagBox>
  );
}
