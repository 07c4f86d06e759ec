import type { MapDocument, MapDraft } from '@hexpedition/contract';
import { differencesBetween } from '@hexpedition/hexkit/merge';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { plural, when } from '#lib/format.ts';
import { HexStep, type StepState } from '#ui/hex-step.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { describeDifferences } from './describe-differences.ts';
import css from './editor.module.css';
import { versionQuery } from './editor-queries.ts';
import type { Editor } from './use-editor.ts';

/** Debounce of the change count, in milliseconds. Counting takes a moment on a large map. */
const PAUSE = 400;

/** Draft, beta and live step of a map, each with its author, its time and the number of changes to publish. */
export function PublishSteps({ editor }: { editor: Pick<Editor, 'hexmap' | 'document' | 'server'> }) {
  const { server } = editor;
  const { live, beta, saved } = server;
  return (
    <ol className={css.route} aria-label="Publish steps">
      <PublishStep
        name="Draft"
        about={saved ? `by ${saved.by ?? 'a deleted account'}` : 'same as live'}
        state={saved ? 'current' : 'done'}
      />
      <PublishedStep
        name="Beta"
        version={beta}
        editor={editor}
        state={!beta ? 'open' : beta.pk === live?.pk ? 'done' : 'current'}
      />
      <PublishedStep name="Live" version={live} editor={editor} state={live ? 'done' : 'open'} />
    </ol>
  );
}

interface PublishedStepProps {
  name: string;
  version: MapDraft['live'];
  editor: Pick<Editor, 'hexmap' | 'document'>;
  state: StepState;
}

function PublishedStep({ name, version, editor: { hexmap, document }, state }: PublishedStepProps) {
  const { data } = useQuery({ ...versionQuery(hexmap, version?.pk ?? 0), enabled: version !== null });
  const changes = useChangeCount(data?.document, document);
  return (
    <PublishStep
      name={version ? `${name} ${version.pk}` : name}
      changes={changes}
      about={version ? [when(version.published_at), version.by].filter(Boolean).join(', ') : 'not published'}
      state={state}
    />
  );
}

/** Returns the number of changes that the publish dialog would list, or undefined until they are counted. */
function useChangeCount(published: MapDocument | undefined, document: MapDocument): number | undefined {
  const [changes, setChanges] = useState<number>();
  useEffect(() => {
    if (!published) return;
    const count = () => setChanges(describeDifferences(differencesBetween(published, document), document).length);
    const timer = window.setTimeout(count, PAUSE);
    return () => window.clearTimeout(timer);
  }, [published, document]);
  return published && changes;
}

interface PublishStepProps {
  name: string;
  changes?: number | undefined;
  about: string;
  state: StepState;
}

function PublishStep({ name, changes = 0, about, state }: PublishStepProps) {
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
