import type { DrillGenerator } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { labsQuery } from '#entities/lab/lab-queries.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { drillsQuery, trainingFilesQuery } from '../authoring-queries.ts';
import { FileRow } from '../files/file-row.tsx';
import { captionsOf } from '../files/training-files.ts';
import { UploadPanel } from '../files/upload-panel.tsx';
import { type BlockKind, blockKindNames, blockKinds } from './block-kinds.ts';
import css from './source.module.css';

/** `source`: file, lab or drill that the block shows; `captions`: caption files of a video. */
type InsertBlock = (kind: BlockKind, source?: string, captions?: readonly string[]) => void;

interface Props {
  /** Slug of the training whose files can be chosen. */
  training: string;
  /** Kind of the new block; undefined to ask for it first. */
  kind: BlockKind | undefined;
  onInsert: InsertBlock;
  onClose: () => void;
}

/** Asks for the kind of a new block and, if the kind needs one, for its file, lab or drill. */
export function InsertDialog({ training, kind: first, onInsert, onClose }: Props) {
  const [kind, setKind] = useState(first);
  const insert: InsertBlock = (...chosen) => {
    // Close first, because the dialog restores the focus. Then the source takes the focus and sets the caret.
    flushSync(onClose);
    onInsert(...chosen);
  };
  return (
    <Dialog open onClose={onClose} title={kind ? `Insert: ${blockKinds[kind].label}` : 'Insert a block'}>
      {!kind && (
        <ul className={css.kinds}>
          {blockKindNames.map((one) => (
            <li key={one}>
              <Button icon={blockKinds[one].icon} wide onClick={() => (needsChoice(one) ? setKind(one) : insert(one))}>
                {blockKinds[one].label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {kind === 'lab' && <LabPicker onChoose={(slug) => insert('lab', slug)} />}
      {kind === 'drill' && <DrillPicker training={training} onChoose={(make) => insert('drill', make)} />}
      {kind && showsFile(kind) && (
        <FilePicker training={training} kind={kind} onChoose={(...file) => insert(kind, ...file)} />
      )}
    </Dialog>
  );
}

/** Picks a drill. Drills of this training come first; the search words filter the list. */
function DrillPicker({ training, onChoose }: { training: string; onChoose: (make: string) => void }) {
  const { data, error, isFetching, refetch } = usePersonalQuery(drillsQuery);
  const [words, setWords] = useState('');
  if (!data && error) return <LoadError what="The drills" {...{ error, isFetching, refetch }} />;
  if (!data) return <Skeleton lines={4} />;
  const found = data.drills.filter((drill) => matches(drill, words));
  const isOwn = ({ seen }: DrillGenerator) => seen?.training.slug === training;
  const drills = [...found.filter(isOwn), ...found.filter((drill) => !isOwn(drill))];
  return (
    <div className={css.existingFiles}>
      <search>
        <TextField
          label="Search"
          type="search"
          value={words}
          hint="By name, course or answer type"
          onChange={({ target }) => setWords(target.value)}
        />
      </search>
      <p role="status" className={css.count}>
        {drills.length === 0
          ? 'No drills match all of these words.'
          : `${drills.length} of ${data.drills.length} drills`}
      </p>
      <ul className={css.choices}>
        {drills.map(({ make, form, seen }) => (
          <li key={make}>
            <button type="button" className={css.choice} onClick={() => onChoose(make)}>
              <Icon name={blockKinds.drill.icon} size={18} />
              <span className={css.itemText}>
                <strong>{seen?.title ?? make}</strong>
                <small>
                  <code>{make}</code> · {form}
                </small>
                <small>{seen ? `${seen.training.name}: ${seen.lesson}` : 'Not used in a lesson yet'}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether a drill matches all of these words, in any order. */
function matches({ make, form, seen }: DrillGenerator, words: string): boolean {
  const haystack = [make, form, seen?.title, seen?.lesson, seen?.training.name].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

const fileBlockKinds = ['figure', 'file', 'video', 'demo'] as const;
type FileBlockKind = (typeof fileBlockKinds)[number];
/** Whether a block of this kind shows a file of the training. */
const showsFile = (kind: BlockKind): kind is FileBlockKind => fileBlockKinds.some((one) => one === kind);

/** Whether the author must first choose a file, lab or drill for a block of this kind. */
export const needsChoice = (kind: BlockKind): boolean => kind === 'lab' || kind === 'drill' || showsFile(kind);

const fits: Record<FileBlockKind, RegExp> = {
  figure: /^figures\//,
  file: /^files\//,
  video: /^videos\/.*\.(?:webm|mp4)$/,
  demo: /^demos\//,
};

interface FilePickerProps {
  training: string;
  kind: FileBlockKind;
  onChoose: (path: string, captions: readonly string[]) => void;
}

/** Uploads a file, or picks an existing file of the training. */
function FilePicker({ training, kind, onChoose }: FilePickerProps) {
  const { data, error, isFetching, refetch } = usePersonalQuery(trainingFilesQuery(training));
  const all = data?.files ?? [];
  const paths = all.map(({ path }) => path);
  const files = all.filter(({ path }) => fits[kind].test(path));
  return (
    <UploadPanel training={training} kind={kind} files={all} submitLabel="Upload and insert" onUploaded={onChoose}>
      {!data && error && <LoadError what="The files" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={4} />}
      {files.length > 0 && (
        <section className={css.existingFiles} aria-labelledby="existing-files">
          <h3 id="existing-files">Or choose an existing file</h3>
          <ul className={css.choices}>
            {files.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  className={css.choice}
                  onClick={() => onChoose(file.path, kind === 'video' ? captionsOf(file.path, paths) : [])}
                >
                  <FileRow file={file} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </UploadPanel>
  );
}

function LabPicker({ onChoose }: { onChoose: (slug: string) => void }) {
  const { data, error, isFetching, refetch } = useQuery(labsQuery);
  if (!data && error) return <LoadError what="The labs" {...{ error, isFetching, refetch }} />;
  if (!data) return <Skeleton lines={4} />;
  return (
    <ul className={css.choices}>
      {data.labs.map(({ slug, name, summary }) => (
        <li key={slug}>
          <button type="button" className={css.choice} onClick={() => onChoose(slug)}>
            <Icon name="flask" size={18} />
            <span className={css.itemText}>
              <strong>{name}</strong>
              <small>{summary}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
