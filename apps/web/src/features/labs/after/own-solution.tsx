import type { LabOpinion } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormDraft } from '#lib/drafts/use-form-draft.ts';
import { when } from '#lib/format.ts';
import { setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Html } from '#ui/html.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { opinionQuery, solutionsQuery } from '../lab-queries.ts';
import css from './after.module.css';

/** Maximum length of a solution; the server enforces the same limit. */
const maxLength = 20_000;

/** SolutionEditor of the learner's own solution. It is private until the learner publishes it to others who solved the lab. */
export function OwnSolution({ slug }: { slug: string }) {
  const opinion = usePersonalQuery(opinionQuery(slug));
  return (
    <section aria-labelledby="own-solution">
      <h2 id="own-solution" className={css.heading}>
        Your solution
      </h2>
      <p className={css.lead}>Write down how you solved the lab. Only you see it until you publish it.</p>
      {opinion.data ? (
        <SolutionEditor slug={slug} saved={opinion.data.solution} />
      ) : opinion.error ? (
        <LoadError what="Your solution" {...opinion} />
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  );
}

type Solution = LabOpinion['solution'];

const toText = (solution: Solution) => solution?.text ?? '';

/** Draft of the text of the learner's solution. */
function useSolutionDraft(slug: string, saved: Solution) {
  const { draft, value, conflict, isChanged } = useFormDraft(['solution draft', slug], saved, {
    toValue: toText,
    toVersion: (solution) => solution?.updated_at,
    isSame: (a, b) => a === b,
  });
  return {
    text: value,
    isChanged,
    /** Whether another tab or device saved a text after this draft was started. */
    isConflict: conflict !== undefined,
    setText: (text: string) => draft.edit(text),
    /** Discards the draft and shows the saved text. */
    discard: () => draft.rebase(saved, toText(saved)),
    accept: (solution: Solution, sent: string) => draft.accept(solution, sent),
  };
}

function SolutionEditor({ slug, saved }: { slug: string; saved: LabOpinion['solution'] }) {
  const api = useApi();
  const client = useQueryClient();
  const draft = useSolutionDraft(slug, saved);
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const save = useMutation({
    mutationFn: ({ draft: _draft, ...body }: { text: string; published: boolean; draft: string }) =>
      api('PUT /api/lab/:slug/solution', { params: { slug }, body }),
    onSuccess: async (answer, sent) => {
      await setQueryResult(client, opinionQuery(slug), answer);
      draft.accept(answer.solution, sent.draft);
      void client.invalidateQueries({ queryKey: solutionsQuery(api, slug).queryKey });
    },
  });
  const isEmpty = draft.text.trim() === '';
  const isTooLong = draft.text.length > maxLength;
  const published = saved?.published ?? false;
  const bodyOf = (isPublished: boolean) => ({
    text: isEmpty ? '' : draft.text,
    published: isPublished && !isEmpty,
    draft: draft.text,
  });
  const [isShown, setShown] = useOptimisticValue(published, (isPublished) => save.mutateAsync(bodyOf(isPublished)));
  return (
    <div className={css.editor}>
      {saved?.hidden && (
        <Callout kind="warning" title="A superuser has hidden your solution">
          <p>Other learners cannot see it, even if it is published.</p>
        </Callout>
      )}
      {draft.isConflict && (
        <Callout
          kind="warning"
          role="status"
          title="Another version was saved meanwhile"
          action={
            <Button size="sm" onClick={draft.discard}>
              Load that version
            </Button>
          }
        >
          <p>You saved it in another tab or on another device. If you save now, you overwrite it.</p>
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
                label="Your solution"
                hint="Markdown. Put commands and code between lines of three backticks."
                error={isTooLong ? `Use at most ${maxLength.toLocaleString('en-GB')} characters.` : undefined}
                rows={10}
                value={draft.text}
                spellCheck={false}
                onChange={(event) => draft.setText(event.target.value)}
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
          {isEmpty && saved ? 'Delete' : 'Save'}
        </Button>
        <FormStatus error={save.error} done={savedText(saved, draft.isChanged)} />
      </div>
      <Switch
        label="Publish to others who solved this lab"
        hint={
          published && draft.isChanged
            ? 'Others see your last saved version.'
            : 'Shown with your username. You can unpublish it at any time.'
        }
        checked={isShown}
        disabled={save.isPending || isTooLong || (isEmpty && !published)}
        onChange={(event) => setShown(event.target.checked)}
      />
    </div>
  );
}

function savedText(saved: LabOpinion['solution'], isChanged: boolean): string | false {
  if (isChanged || !saved) return false;
  return `Saved ${when(saved.updated_at)}`;
}

/** Shows the solution as the server renders it for others. */
function Preview({ html, isChanged }: { html: string | undefined; isChanged: boolean }) {
  const proseRef = useInteractiveProse(html);
  return (
    <>
      {isChanged && <p className={css.quiet}>This is your last saved version. Save to preview your changes.</p>}
      {html ? (
        <div ref={proseRef}>
          <Html html={html} className={`${prose.prose} ${css.text}`} />
        </div>
      ) : (
        !isChanged && <p className={css.quiet}>Nothing to preview yet.</p>
      )}
    </>
  );
}
