import { type ReactNode, useState } from 'react';
import { Callout } from '#ui/callout.tsx';
import { FileField } from '#ui/file-field.tsx';
import { useFileDrop } from '#ui/use-file-drop.ts';
import { authoringIcons } from '../authoring-icons.ts';
import type { BlockKind } from '../source/block-kinds.ts';
import css from './files.module.css';
import type { TrainingFile } from './training-files.ts';
import { UploadForm } from './upload-form.tsx';
import { targetsOf, type UploadTarget, unsupportedFileText } from './upload-target.ts';

interface Props {
  training: string;
  /** Kind of block that will show the file. Omit to accept any file. */
  kind?: BlockKind;
  files: readonly TrainingFile[];
  submitLabel: string;
  onUploaded: (path: string, captions: readonly string[]) => void;
  /** Alternatives to an upload; shown until a file is chosen. */
  children?: ReactNode;
}

interface ChosenFile {
  file: File;
  targets: readonly UploadTarget[];
  captions?: File | undefined;
}

/** Accepts a file that is chosen or dropped anywhere on the panel, then shows the upload form. */
export function UploadPanel({ training, kind, files, submitLabel, onUploaded, children }: Props) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [problem, setProblem] = useState<string>();
  const take = (given: File[]) => {
    // The author may drop a video together with its captions.
    const captions = kind === 'video' ? given.find(({ name }) => /\.vtt$/i.test(name)) : undefined;
    const file = given.find((one) => one !== captions);
    if (!file) return setProblem(captions && 'This file contains captions. Choose the video as well.');
    const targets = targetsOf(file, kind);
    setProblem(targets.length === 0 ? `${file.name}: ${unsupportedFileText(file, kind)}` : undefined);
    setChosen(targets.length === 0 ? undefined : { file, targets, captions });
  };
  const { title, hint, accept } = dropZoneTexts[kind ?? 'any'] ?? dropZoneTexts.any;
  return (
    <div className={css.panel} {...useFileDrop(take)}>
      {chosen ? (
        <UploadForm
          key={`${chosen.file.name} ${chosen.file.lastModified} ${chosen.file.size}`}
          {...{ training, files, submitLabel, onUploaded, ...chosen }}
          onBack={() => setChosen(undefined)}
        />
      ) : (
        <>
          <FileField
            size="sm"
            label="Upload a file"
            icon={authoringIcons.upload}
            multiple={kind === 'video'}
            {...{ title, hint, accept }}
            onFiles={take}
          />
          {problem && (
            <Callout kind="danger" role="alert">
              <p>{problem}</p>
            </Callout>
          )}
          {children}
        </>
      )}
    </div>
  );
}

interface DropZoneText {
  title: string;
  hint: string;
  accept: string;
}

const dropZoneTexts: Partial<Record<BlockKind, DropZoneText>> & { any: DropZoneText } = {
  figure: {
    title: 'Upload a picture or SVG',
    hint: 'PNG, JPEG, WebP or AVIF up to 12 MB, or SVG. Drop a file here, or choose one.',
    accept: '.png,.jpg,.jpeg,.webp,.avif,.svg',
  },
  file: {
    title: 'Upload a download',
    hint: 'Up to 20 MB. Drop a file here, or choose one.',
    accept: '',
  },
  video: {
    title: 'Upload a video',
    hint: 'WebM or MP4 up to 200 MB, with captions. Drop both files here, or choose them.',
    accept: '.webm,.mp4,.vtt',
  },
  demo: {
    title: 'Upload a demo',
    hint: 'One HTML file that contains everything, up to 1 MB. Drop a file here, or choose one.',
    accept: '.html,.htm',
  },
  any: {
    title: 'Upload a file',
    hint: 'Pictures, SVG drawings, videos with captions, downloads and demos. Drop a file here, or choose one.',
    accept: '',
  },
};
