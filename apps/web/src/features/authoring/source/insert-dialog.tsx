import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { labsQuery } from '#features/labs/queries.public.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { blockFaces } from '../authoring-icons.ts';
import { FileLine } from '../files/file-line.tsx';
import { captionsOf } from '../files/training-files.ts';
import { UploadPanel } from '../files/upload-panel.tsx';
import { trainingFilesQuery } from '../queries.ts';
import { type BlockKind, blockKinds } from './blocks.ts';
import { ChooseDrill } from './choose-drill.tsx';
import css from './source.module.css';

/** `source`: what a block shows; `captions`: those of a film. */
type Insertion = (kind: BlockKind, source?: string, captions?: readonly string[]) => void;

interface Props {
  /** Slug of the training whose files are chosen from. */
  training: string;
  /** What is inserted; undefined where that is chosen first. */
  kind: BlockKind | undefined;
  onInsert: Insertion;
  onClose: () => void;
}

/** Asks what is inserted, and for a block that shows something which file, lab or drill that is. */
export function InsertDialog({ training, kind: first, onInsert, onClose }: Props) {
  const [kind, setKind] = useState(first);
  const insert: Insertion = (...chosen) => {
    // The dialog gives the focus back first: after it the source takes the focus, and the caret is where one writes next.
    flushSync(onClose);
    onInsert(...chosen);
  };
  return (
    <Dialog open onClose={onClose} title={kind ? `Insert: ${blockFaces[kind].name}` : 'Insert a block'}>
      {!kind && (
        <ul className={css.kinds}>
          {blockKinds.map((one) => (
            <li key={one}>
              <Button icon={blockFaces[one].icon} wide onClick={() => (isAsked(one) ? setKind(one) : insert(one))}>
                {blockFaces[one].name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {kind === 'lab' && <ChooseLab onChoose={(slug) => insert('lab', slug)} />}
      {kind === 'drill' && <ChooseDrill training={training} onChoose={(make) => insert('drill', make)} />}
      {kind && isShown(kind) && (
        <ChooseFile training={training} kind={kind} onChoose={(...file) => insert(kind, ...file)} />
      )}
    </Dialog>
  );
}

const shown = ['figure', 'file', 'video', 'demo'] as const;
type Shown = (typeof shown)[number];
/** Whether a block of this kind shows a file of the training. */
const isShown = (kind: BlockKind): kind is Shown => shown.some((one) => one === kind);

/** Whether it is asked first what a block of this kind shows. */
export const isAsked = (kind: BlockKind): boolean => kind === 'lab' || kind === 'drill' || isShown(kind);

const fits: Record<Shown, RegExp> = {
  figure: /^figures\//,
  file: /^files\//,
  video: /^videos\/.*\.(?:webm|mp4)$/,
  demo: /^demos\//,
};

interface ChooseFileProps {
  training: string;
  kind: Shown;
  onChoose: (path: string, captions: readonly string[]) => void;
}

/** Uploads a file, or chooses one that the training has. */
function ChooseFile({ training, kind, onChoose }: ChooseFileProps) {
  const { data, error, isFetching, refetch } = usePersonalQuery(trainingFilesQuery(training));
  const all = data?.files ?? [];
  const paths = all.map(({ path }) => path);
  const files = all.filter(({ path }) => fits[kind].test(path));
  return (
    <UploadPanel training={training} kind={kind} files={all} act="Upload and insert" onUploaded={onChoose}>
      {!data && error && <DidNotLoad what="The files" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={4} />}
      {files.length > 0 && (
        <section className={css.here} aria-labelledby="here">
          <h3 id="here">Or one that this course has</h3>
          <ul className={css.choices}>
            {files.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  className={css.choice}
                  onClick={() => onChoose(file.path, kind === 'video' ? captionsOf(file.path, paths) : [])}
                >
                  <FileLine file={file} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </UploadPanel>
  );
}

function ChooseLab({ onChoose }: { onChoose: (slug: string) => void }) {
  const { data, error, isFetching, refetch } = useQuery(labsQuery);
  if (!data && error) return <DidNotLoad what="The labs" {...{ error, isFetching, refetch }} />;
  if (!data) return <Skeleton lines={4} />;
  return (
    <ul className={css.choices}>
      {data.labs.map(({ slug, name, summary }) => (
        <li key={slug}>
          <button type="button" className={css.choice} onClick={() => onChoose(slug)}>
            <Icon name="flask" size={18} />
            <span className={css.words}>
              <strong>{name}</strong>
              <small>{summary}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
