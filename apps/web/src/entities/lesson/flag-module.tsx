import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { SignInPrompt } from '#entities/account/sign-in-prompt.tsx';
import { FlagBox } from '#entities/flag/flag-box.tsx';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { refreshProgress } from '../progress/store-progress.ts';
import { useFoundFlags } from '../progress/use-training-progress.ts';
import { changeVisitorProgress, useVisitorProgress } from '../progress/visitor-progress.ts';
import { trainingFlagsQuery, trainingQuery } from '../training/training-queries.ts';
import css from './flag-module.module.css';
import type { ModuleProps } from './module-props.ts';

/** Flag of a lesson. The server also checks it without an account; this browser then keeps it until there is one. */
export function FlagModule({ lesson, training: slug, module: { id, title, points, html } }: ModuleProps<'flag'>) {
  const api = useApi();
  const client = useQueryClient();
  const { data: training } = useSuspenseQuery(trainingQuery(slug));
  const found = useFoundFlags(training);
  const isMember = useSession() !== null;
  const isKept = useVisitorProgress()[lesson]?.flags?.[id] !== undefined;
  const anchor = `flag-${id}`;
  return (
    <FlagBox
      id={`${lesson}/${id}`}
      anchor={anchor}
      title={title}
      points={points}
      solved={found.has(`${lesson}/${id}`) || (isKept && 'Correct')}
      submit={(flag) =>
        readSession()
          ? api('POST /api/progress/:training/flags', {
              params: { training: slug },
              body: { subchapter: lesson, id, flag },
            })
          : api('POST /api/subchapter/:slug/flag/:id/visitor', { params: { slug: lesson, id }, body: { flag } })
      }
      keep={(flag) => {
        changeVisitorProgress(lesson, (visit) => ({
          ...visit,
          training: slug,
          flags: { ...visit?.flags, [id]: { flag } },
        }));
        // The next step is at the end of the card, which may be below the window.
        requestAnimationFrame(() => document.getElementById(anchor)?.scrollIntoView({ block: 'nearest' }));
      }}
      onFound={() => {
        void client.invalidateQueries({ queryKey: trainingFlagsQuery(slug).queryKey });
        refreshProgress(client);
      }}
      help={
        isKept &&
        !isMember && (
          <SignInPrompt purpose={points > 0 ? `to keep your ${plural(points, 'point')}` : 'to keep it'} anchor={anchor}>
            Correct.
          </SignInPrompt>
        )
      }
    >
      {html && <Html html={html} className={`${prose.prose} ${css.task}`} />}
    </FlagBox>
  );
}
