import type { Letter, WordingPart } from '@hexpedition/contract';
import { useRef } from 'react';
import { when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { BothSides } from '../../both-sides.tsx';
import { lettersQuery } from '../queries.ts';
import css from './letters.module.css';
import { PlaceholderKey } from './placeholder-list.tsx';
import { useLivePreview } from './use-live-preview.ts';
import { useWordingDraft, type WordingDraft } from './use-wording-draft.ts';
import { WordingForm } from './wording-form.tsx';
import { WordingPreview } from './wording-preview.tsx';
import { differingParts, labelOf, problemsOf, toWords, type Words, withExamples } from './words.ts';

/** What a letter says: its words, and the mail that they make. */
export function LetterPage({ kind }: { kind: string }) {
  const query = usePersonalQuery({ ...lettersQuery, staleTime: 0 });
  const { data, error, isFetching, refetch } = query;
  const letter = data?.letters.find((one) => one.kind === kind);
  return (
    <Page
      title={letter ? letter.subject : 'Letter'}
      label={<BackLink to="/admin/email/letters">All letters</BackLink>}
      lead={letter && <Lead letter={letter} />}
    >
      {error && !data && <DidNotLoad what="The letter" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data && !letter && (
        <EmptyState icon="note" title="There is no such letter">
          <p>The platform writes no letter of this name. An update may have taken it away.</p>
        </EmptyState>
      )}
      {letter && <Editor letter={letter} />}
    </Page>
  );
}

const Lead = ({ letter: { changed, changed_at, changed_by } }: { letter: Letter }) => (
  <>
    The facts, the link of the button and the reason at the end stay as they are.{' '}
    {changed.length > 0 && changed_at
      ? `Changed ${when(changed_at)}${changed_by ? ` by ${changed_by}` : ''}.`
      : 'These are the words that came with the platform.'}
  </>
);

function Editor({ letter }: { letter: Letter }) {
  const draft = useWordingDraft(letter);
  const { mail, error } = useLivePreview(letter, draft.words, draft.isChanged);
  const problems = problemsOf(error);
  // Whoever pressed Save is at the other end of the page.
  const notes = useRef<HTMLDivElement>(null);
  const isBehind = Object.keys(problems).length > 0;
  return (
    <>
      <div ref={notes} tabIndex={-1} className={css.notes}>
        <Notes letter={letter} draft={draft} />
      </div>
      <div className={css.editor}>
        <WordingForm letter={letter} draft={draft} problems={problems} onConflict={() => notes.current?.focus()} />
        <section className={css.preview} aria-label="Preview">
          <WordingPreview mail={mail} line={withExamples(draft.words.preview, letter)} />
          <p className={css.hint} role="status">
            {isBehind
              ? 'The preview shows what could be sent last.'
              : error
                ? 'The preview did not load. It tries again with your next change.'
                : 'With the data of an example. The links in it open nothing.'}
          </p>
        </section>
        <PlaceholderKey placeholders={letter.placeholders} />
      </div>
    </>
  );
}

/** What somebody should know before they go on. */
function Notes({ letter, draft }: { letter: Letter; draft: WordingDraft }) {
  const saved = toWords(letter.wording);
  const ours = toWords(letter.ours);
  const outdated = Object.keys(letter.ours_then).filter((part): part is keyof Words => part in ours);
  const faults = Object.entries(letter.faults);
  return (
    <>
      {draft.isConflict && (
        <Callout
          kind="warning"
          role="alert"
          title={`${letter.changed_by ?? 'Somebody else'} has saved other words meanwhile`}
        >
          <p>Nothing of yours is lost. Take over what you like, then go on.</p>
          <BothSides
            parts={sidesOf(differingParts(saved, draft.words), saved, draft.words)}
            theirs="Theirs, saved"
            mine="Yours"
            take="Take this"
            onTake={(part) => draft.write(part, saved[part])}
          />
          <div className={css.actions}>
            <Button size="sm" onClick={draft.rebase}>
              Go on with mine
            </Button>
            <Button size="sm" onClick={() => draft.settle()}>
              Take theirs
            </Button>
          </div>
        </Callout>
      )}
      {faults.length > 0 && (
        <Callout kind="danger" title="What was saved cannot be used, so our words go out">
          <ul>
            {faults.map(([part, fault]) => (
              <li key={part}>{part in ours ? `${labelOf(part as keyof Words)}: ${fault}` : fault}</li>
            ))}
          </ul>
        </Callout>
      )}
      {outdated.length > 0 && !draft.isConflict && (
        <Callout title="Our words have changed since yours were saved">
          <p>Yours go out. Take over what is better, or save yours as they are.</p>
          <BothSides
            parts={sidesOf(outdated, ours, draft.words)}
            theirs="Ours now"
            mine="Yours"
            take="Take ours"
            onTake={(part) => draft.write(part, ours[part])}
          />
        </Callout>
      )}
    </>
  );
}

const sidesOf = (parts: readonly WordingPart[], theirs: Words, mine: Words) =>
  parts.map((part) => ({ id: part, label: labelOf(part), theirs: theirs[part], mine: mine[part] }));
