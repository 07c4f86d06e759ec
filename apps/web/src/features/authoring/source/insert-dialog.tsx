import type { TrainingMediaFiles } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labsQuery } from '#features/labs/queries.public.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { blockFaces } from '../authoring-icons.ts';
import { FileLine } from '../files/file-line.tsx';
import { trainingFilesQuery } from '../queries.ts';
import { type BlockKind, blockKinds } from './blocks.ts';
import css from './source.module.css';

type Insertion = (kind: BlockKind, source?: string) => void;

interface Props {
  /** Slug of the training whose files are chosen from. */
  training: string;
  /** What is inserted; undefined where that is chosen first. */
  kind: BlockKind | undefined;
  onInsert: Insertion;
  onClose: () => void;
}

/** Asks what is inserted, and for a block that shows something which file or lab that is. */
export function InsertDialog({ training, kind: first, onInsert, onClose }: Props) {
  const [kind, setKind] = useState(first);
  const insert: Insertion = (chosen, source) => {
    onClose();
    onInsert(chosen, source);
  };
  return (
    <Dialog open onClose={onClose} title={kind ? `Insert: ${blockFaces[kind].name}` : 'Insert a block'}>
      {!kind && (
        <ul className={css.kinds}>
          {blockKinds.map((one) => (
            <li key={one}>
              <Button
                icon={blockFaces[one].icon}
                wide
                onClick={() => (one === 'lab' || isShown(one) ? setKind(one) : insert(one))}
              >
                {blockFaces[one].name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {kind === 'lab' && <ChooseLab onChoose={(slug) => insert('lab', slug)} />}
      {kind && isShown(kind) && <ChooseFile training={training} kind={kind} onChoose={(path) => insert(kind, path)} />}
    </Dialog>
  );
}

const shown = ['figure', 'file', 'video', 'demo'] as const;
type Shown = (typeof shown)[number];
/** Whether a block of this kind shows a file of the training. */
export const isShown = (kind: BlockKind): kind is Shown => shown.some((one) => one === kind);

const wanted: Record<Shown, { fits: (path: string) => boolean; none: string }> = {
  figure: {
    fits: (path) => path.startsWith('figures/'),
    none: 'This course has no drawings yet. They are SVG files in its folder “figures”.',
  },
  file: {
    fits: (path) => path.startsWith('files/'),
    none: 'This course has nothing to download yet. Downloads are in its folder “files”.',
  },
  video: {
    fits: (path) => /^videos\/.*\.(?:webm|mp4)$/.test(path),
    none: 'This course has no films yet. They are WebM or MP4 files in its folder “videos”.',
  },
  demo: {
    fits: (path) => path.startsWith('demos/'),
    none: 'This course has no demos yet. They are HTML files in its folder “demos”.',
  },
};

interface ChooseFileProps {
  training: string;
  kind: Shown;
  onChoose: (path: string) => void;
}

function ChooseFile({ training, kind, onChoose }: ChooseFileProps) {
  const { data, error, isFetching, refetch } = usePersonalQuery(trainingFilesQuery(training));
  if (!data && error) return <DidNotLoad what="The files" {...{ error, isFetching, refetch }} />;
  if (!data) return <Skeleton lines={4} />;
  const files = data.files.filter(({ path }) => wanted[kind].fits(path));
  if (files.length === 0)
    return (
      <Callout>
        <p>{wanted[kind].none}</p>
      </Callout>
    );
  return (
    <ul className={css.choices}>
      {files.map((file: TrainingMediaFiles['files'][number]) => (
        <li key={file.path}>
          <button type="button" className={css.choice} onClick={() => onChoose(file.path)}>
            <FileLine file={file} />
          </button>
        </li>
      ))}
    </ul>
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
