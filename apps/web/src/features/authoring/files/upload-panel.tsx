import { type ReactNode, useState } from 'react';
import { Callout } from '#ui/callout.tsx';
import { authoringIcons } from '../authoring-icons.ts';
import type { BlockKind } from '../source/blocks.ts';
import { FileField } from './file-field.public.tsx';
import css from './files.module.css';
import { type Target, targetsOf, whyNowhere } from './target.ts';
import type { TrainingFile } from './training-files.ts';
import { UploadForm } from './upload-form.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface Props {
  training: string;
  /** The block that is to show it; any file where it is left out. */
  kind?: BlockKind;
  files: readonly TrainingFile[];
  /** What the button says. */
  act: string;
  onUploaded: (path: string, captions: readonly string[]) => void;
  /** What else can be chosen, until a file was. */
  children?: ReactNode;
}

interface Chosen {
  file: File;
  targets: readonly Target[];
  captions?: File | undefined;
}

/** Takes in a file, chosen or dropped anywhere onto it, and asks the rest. */
export function UploadPanel({ training, kind, files, act, onUploaded, children }: Props) {
  const [chosen, setChosen] = useState<Chosen>();
  const [fault, setFault] = useState<string>();
  const take = (given: File[]) => {
    // A film may come together with its captions.
    const captions = kind === 'video' ? given.find(({ name }) => /\.vtt$/i.test(name)) : undefined;
    const file = given.find((one) => one !== captions);
    if (!file) return setFault(captions && 'These are captions. Choose the film, too.');
    const targets = targetsOf(file, kind);
    setFault(targets.length === 0 ? `${file.name}: ${whyNowhere(file, kind)}` : undefined);
    setChosen(targets.length === 0 ? undefined : { file, targets, captions });
  };
  const { title, hint, accept } = invitations[kind ?? 'any'] ?? invitations.any;
  return (
    <div className={css.panel} {...useFileDrop(take)}>
      {chosen ? (
        <UploadForm
          key={`${chosen.file.name} ${chosen.file.lastModified} ${chosen.file.size}`}
          {...{ training, files, act, onUploaded, ...chosen }}
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
          {fault && (
            <Callout kind="danger" role="alert">
              <p>{fault}</p>
            </Callout>
          )}
          {children}
        </>
      )}
    </div>
  );
}

interface Invitation {
  title: string;
  hint: string;
  accept: string;
}

const invitations: Partial<Record<BlockKind, Invitation>> & { any: Invitation } = {
  figure: {
    title: 'Upload a picture or drawing',
    hint: 'PNG, JPEG, WebP or AVIF up to 12 MB, or a drawing as SVG. Drop it here, or choose one.',
    accept: '.png,.jpg,.jpeg,.webp,.avif,.svg',
  },
  file: {
    title: 'Upload a download',
    hint: 'Up to 20 MB. Drop it here, or choose one.',
    accept: '',
  },
  video: {
    title: 'Upload a film',
    hint: 'WebM or MP4 up to 200 MB, with its captions. Drop both here, or choose them.',
    accept: '.webm,.mp4,.vtt',
  },
  demo: {
    title: 'Upload a demo',
    hint: 'One HTML file that holds everything, up to 1 MB. Drop it here, or choose one.',
    accept: '.html,.htm',
  },
  any: {
    title: 'Upload a file',
    hint: 'Pictures, drawings, films and their captions, downloads, demos. Drop it here, or choose one.',
    accept: '',
  },
};
