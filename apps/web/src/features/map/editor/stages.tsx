import type { MapDocument, MapDraft } from '@hexpedition/contract';
import { differencesBetween } from '@hexpedition/hexkit/merge';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { plural, when } from '#lib/format.ts';
import { HexStep, type StepState } from '#ui/hex-step.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './editor.module.css';
import { versionQuery } from './queries.ts';
import type { Editor } from './use-editor.ts';
import { differenceLines } from './words.ts';

/** A pause in the work, milliseconds, after which changes are progressText: a large map takes a moment. */
const PAUSE = 400;

/** How far a map has come: who did the last step and when, and how much the next one would publish. */
export function Stages({ editor }: { editor: Pick<Editor, 'hexmap' | 'document' | 'server'> }) {
  const { server } = editor;
  const { live, beta, saved } = server;
  return (
    <ol className={css.route} aria-label="How far this map has come">
      <Stage
        name="Draft"
        about={saved ? `by ${saved.by ?? 'a former account'}` : 'as live'}
        state={saved ? 'current' : 'done'}
      />
      <Published
        name="Beta"
        of={beta}
        editor={editor}
        state={!beta ? 'open' : beta.pk === live?.pk ? 'done' : 'current'}
      />
      <Published name="Live" of={live} editor={editor} state={live ? 'done' : 'open'} />
    </ol>
  );
}

interface PublishedProps {
  name: string;
  of: MapDraft['live'];
  editor: Pick<Editor, 'hexmap' | 'document'>;
  state: StepState;
}

function Published({ name, of, editor: { hexmap, document }, state }: PublishedProps) {
  const { data } = useQuery({ ...versionQuery(hexmap, of?.pk ?? 0), enabled: of !== null });
  const changes = useChanges(data?.document, document);
  return (
    <Stage
      name={of ? `${name} ${of.pk}` : name}
      changes={changes}
      about={of ? [when(of.published_at), of.by].filter(Boolean).join(', ') : 'nothing'}
      state={state}
    />
  );
}

/** How many changes publishing would bring, in the lines of the dialog that lists them; undefined until it is known. */
function useChanges(published: MapDocument | undefined, document: MapDocument): number | undefined {
  const [changes, setChanges] = useState<number>();
  // Time is outside React.
  useEffect(() => {
    if (!published) return;
    const count = () => setChanges(differenceLines(differencesBetween(published, document), document).length);
    const timer = window.setTimeout(count, PAUSE);
    return () => window.clearTimeout(timer);
  }, [published, document]);
  return published && changes;
}

interface StageProps {
  name: string;
  changes?: number | undefined;
  about: string;
  state: StepState;
}

function Stage({ name, changes = 0, about, state }: StageProps) {
  return (
    <li className={css.stage}>
      <HexStep state={state} size={18} />
      <span className={css.step}>
        <strong>
          {name}
          {changes > 0 && (
            <span className={css.waiting}>
              {plural(changes, 'change')} <VisuallyHidden>to publish</VisuallyHidden>
            </span>
          )}
        </strong>
        <small title={about}>{about}</small>
      </span>
    </li>
  );
}
