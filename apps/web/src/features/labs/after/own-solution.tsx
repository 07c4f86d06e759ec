import type { LabOpinion } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpgrade } from '#features/prose/use-upgrade.public.ts';
import { when } from '#lib/format.ts';
import { putAnswer, useApi, usePersonalQuery } from '#lib/query.ts';
import { useAhead } from '#lib/use-ahead.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextArea } from '#ui/text-area.tsx';
import css from './after.module.css';
import { opinionQuery, solutionsQuery } from './queries.ts';
import { useSolutionDraft } from './use-solution-draft.ts';

/** What the server takes; it says the same. */
const most = 20_000;

/** How the learner did it, in their own words: for themself, and for others who solved it once it is shown. */
export function OwnSolution({ slug }: { slug: string }) {
  const opinion = usePersonalQuery(opinionQuery(slug));
  return (
    <section aria-labelledby="own-solution">
      <h2 id="own-solution" className={css.heading}>
        Your solution
      </h2>
      <p className={css.lead}>Write down how you did it while you still know. It is yours alone until you show it.</p>
      {opinion.data ? (
        <Editor slug={slug} saved={opinion.data.solution} />
      ) : opinion.error ? (
        <DidNotLoad what="Your solution" {...opinion} />
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  );
}

function Editor({ slug, saved }: { slug: string; saved: LabOpinion['solution'] }) {
  const api = useApi();
  const client = useQueryClient();
  const draft = useSolutionDraft(slug, saved);
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const save = useMutation({
    mutationFn: ({ draft: _draft, ...body }: { text: string; published: boolean; draft: string }) =>
      api('PUT /api/lab/:slug/solution', { params: { slug }, body }),
    onSuccess: async (answer, sent) => {
      await putAnswer(client, opinionQuery(slug), answer);
      draft.keep(sent.draft, answer.solution);
      void client.invalidateQueries({ queryKey: solutionsQuery(api, slug).queryKey });
    },
  });
  const isEmpty = draft.text.trim() === '';
  const isTooLong = draft.text.length > most;
  const published = saved?.published ?? false;
  const bodyOf = (isWanted: boolean) => ({
    text: isEmpty ? '' : draft.text,
    published: isWanted && !isEmpty,
    draft: draft.text,
  });
  const [isShown, show] = useAhead(published, (isWanted) => save.mutateAsync(bodyOf(isWanted)));
  return (
    <div className={css.editor}>
      {saved?.hidden && (
        <Callout kind="warning" title="A superuser has taken your solution down">
          <p>Nobody else sees it, shown or not.</p>
        </Callout>
      )}
      {draft.isConflict && (
        <Callout
          kind="warning"
          role="status"
          title="Another text was saved meanwhile"
          action={
            <Button size="sm" onClick={draft.settle}>
              Take that one
            </Button>
          }
        >
          <p>In another tab, or on another device. If you save now, yours takes its place.</p>
        </Callout>
      )}
      <Tabs
        label="Your solution"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'write',
            label: 'Write',
            panel: (
              <TextArea
                label="How you did it"
                hint="Markdown. Commands and code stand between lines of three backticks."
                error={isTooLong ? `Keep it below ${most.toLocaleString('en-GB')} characters.` : undefined}
                rows={10}
                value={draft.text}
                spellCheck={false}
                onChange={(event) => draft.write(event.target.value)}
              />
            ),
          },
          { id: 'preview', label: 'Preview', panel: <Preview html={saved?.html} isChanged={draft.isChanged} /> },
        ]}
      />
      <div className={css.save}>
        <Button
          busy={save.isPending}
          disabled={!draft.isChanged || isTooLong}
          onClick={() => save.mutate(bodyOf(published))}
        >
          {isEmpty && saved ? 'Take it back' : 'Save'}
        </Button>
        <FormStatus error={save.error} done={stateWords(saved, draft.isChanged)} />
      </div>
      <Switch
        label="Show it to others who solved this lab"
        hint={
          published && draft.isChanged
            ? 'They read what you saved last.'
            : 'With your name. You can take it back at any time.'
        }
        checked={isShown}
        disabled={save.isPending || isTooLong || (isEmpty && !published)}
        onChange={(event) => show(event.target.checked)}
      />
    </div>
  );
}

function stateWords(saved: LabOpinion['solution'], isChanged: boolean): string | false {
  if (isChanged || !saved) return false;
  return `Saved ${when(saved.updated_at)}`;
}

/** As the server renders it, which is as others see it. */
function Preview({ html, isChanged }: { html: string | undefined; isChanged: boolean }) {
  const upgrade = useUpgrade(html);
  return (
    <>
      {isChanged && <p className={css.quiet}>This is what you saved last. Save to see what you have changed.</p>}
      {html ? (
        <div ref={upgrade}>
          <Html html={html} className={`${prose.prose} ${css.text}`} />
        </div>
      ) : (
        !isChanged && <p className={css.quiet}>Nothing is written yet.</p>
      )}
    </>
  );
}
