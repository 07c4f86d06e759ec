import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fileSize } from '#lib/file-size.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FileField } from '#ui/file-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FileUpload } from './file-upload.ts';
import css from './files.module.css';
import { captionsOf, refreshFiles, type TrainingFile } from './training-files.ts';
import { UploadProgress } from './upload-progress.tsx';
import { blockFor, fileProblemOf, nameProblemOf, pathOf, type UploadTarget } from './upload-target.ts';

interface Props {
  training: string;
  file: File;
  /** Possible targets, the likeliest first. */
  targets: readonly UploadTarget[];
  /** Captions that were dropped together with a video. */
  captions?: File | undefined;
  /** Files of the training, as far as they are loaded. */
  files: readonly TrainingFile[];
  submitLabel: string;
  /** Called with the path of the file, and with the paths of a video's captions. */
  onUploaded: (path: string, captions: readonly string[]) => void;
  /** Called when the author wants to choose another file. */
  onBack: () => void;
}

/** Asks for the name of a file and uploads it. Uploads the captions of a video before the video. */
export function UploadForm({
  training,
  file,
  targets,
  captions: given,
  files,
  submitLabel,
  onUploaded,
  onBack,
}: Props) {
  const client = useQueryClient();
  const [at, setAt] = useState(0);
  const [ownStem, setStem] = useState<string>();
  const [captions, setCaptions] = useState(given);
  const [language, setLanguage] = useState(() => languageOf(given));
  const [problems, setProblems] = useState<{ name?: string; language?: string }>({});
  const { upload, send } = useUpload(training);
  const name = useRef<HTMLInputElement>(null);
  // The button that opened the form is gone, so the focus must move to the form.
  useEffect(() => name.current?.focus(), []);

  const place = targets[at] ?? targets[0];
  if (!place) return null;
  const target = { ...place, stem: ownStem ?? place.stem };
  const taken = files.find(({ path }) => path === pathOf(target));
  const isVideo = blockFor(target) === 'video';
  const existingCaptions = isVideo
    ? captionsOf(
        pathOf(target),
        files.map(({ path }) => path),
      )
    : [];
  const refused = fileProblemOf(target, file.size);

  const sendAll = async (isReplaced: boolean) => {
    const wrong = {
      name: nameProblemOf(target) ?? (taken && !isReplaced ? nameTakenText(taken) : undefined),
      language: captions && isVideo && !languageRule.test(language) ? languageProblem : undefined,
    };
    setProblems({ ...(wrong.name && { name: wrong.name }), ...(wrong.language && { language: wrong.language }) });
    if (wrong.name || wrong.language || refused || upload) return;
    const captionsTarget: UploadTarget = { folder: 'videos', stem: `${target.stem}.${language}`, ending: '.vtt' };
    const isReplacement = existingCaptions.includes(pathOf(captionsTarget));
    if (captions && isVideo && !(await send(captions, captionsTarget, isReplacement))) return;
    if (!(await send(file, target, isReplaced))) return;
    onUploaded(
      pathOf(target),
      captions && !isReplacement ? [pathOf(captionsTarget), ...existingCaptions] : existingCaptions,
    );
  };

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void sendAll(false);
      }}
    >
      <p className={css.chosen}>
        <strong>{file.name || 'Picture'}</strong> <small>{fileSize(file.size)}</small>
        <Button size="sm" variant="quiet" disabled={upload !== undefined} onClick={onBack}>
          Choose another file
        </Button>
      </p>
      {refused && (
        <Callout kind="danger" role="alert">
          <p>{refused}</p>
        </Callout>
      )}
      {targets.length > 1 && (
        <SelectField
          label="Type"
          value={String(at)}
          onChange={(event) => {
            setAt(Number(event.target.value));
            setProblems({});
          }}
        >
          {targets.map((one, n) => (
            <option key={one.folder} value={n}>
              {purposes[one.folder]}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Name"
        mono
        value={target.stem}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        readOnly={upload !== undefined}
        // The next step is to type a name, or to press Enter.
        ref={name}
        hint={taken ? nameTakenText(taken) : `Lessons refer to it as ${pathOf(target)}.`}
        error={problems.name}
        onChange={(event) => {
          setStem(event.target.value);
          setProblems({});
        }}
      />
      {isVideo && (captions || !upload) && (
        <CaptionsFields
          stem={target.stem}
          captions={captions}
          existing={existingCaptions}
          language={language}
          problem={problems.language}
          isUploading={upload !== undefined}
          onCaptions={(chosen) => {
            setCaptions(chosen);
            if (chosen) setLanguage(languageOf(chosen));
          }}
          onLanguage={(typed) => {
            setLanguage(typed);
            setProblems({});
          }}
        />
      )}
      {upload ? (
        <UploadProgress
          upload={upload}
          onClose={() => {
            upload.stop();
            // The refreshed list then contains the name that is taken.
            refreshFiles(client, training, false);
          }}
        />
      ) : (
        <div className={css.actions}>
          <Button type="submit" variant="primary" disabled={refused !== undefined}>
            {submitLabel}
          </Button>
          {taken && (
            <Button variant="danger" onClick={() => void sendAll(true)}>
              Replace existing file
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** Uploads files one after another. Closing the form cancels the upload. */
function useUpload(training: string) {
  const api = useApi();
  const client = useQueryClient();
  const [upload, setUpload] = useState<FileUpload>();
  const current = useRef<FileUpload>(undefined);
  useEffect(() => () => current.current?.stop(), []);

  /** @returns whether the file arrived */
  const send = async (bytes: File, to: UploadTarget, isReplaced: boolean): Promise<boolean> => {
    const next = new FileUpload({ api, training, file: bytes, target: to });
    current.current = next;
    setUpload(next);
    if (isReplaced) next.replace();
    else next.start();
    const arrived = await next.finished;
    if (arrived) refreshFiles(client, training, isReplaced);
    else setUpload(undefined);
    return arrived !== undefined;
  };
  return { upload, send };
}

interface CaptionsProps {
  /** Name of the video without its ending. */
  stem: string;
  captions: File | undefined;
  /** Paths of the captions that the video has already. */
  existing: readonly string[];
  language: string;
  problem: string | undefined;
  isUploading: boolean;
  onCaptions: (file: File | undefined) => void;
  onLanguage: (language: string) => void;
}

/** Adds captions to a video, and asks for their language. */
function CaptionsFields({
  stem,
  captions,
  existing,
  language,
  problem,
  isUploading,
  onCaptions,
  onLanguage,
}: CaptionsProps) {
  if (!captions)
    return (
      <FileField
        size="sm"
        label="Captions"
        icon="note"
        title="Add captions"
        hint={
          existing.length > 0
            ? `Existing captions: ${existing.join(', ')}.`
            : 'A WebVTT file (.vtt). Every video needs captions.'
        }
        accept=".vtt,text/vtt"
        onFiles={([chosen]) => onCaptions(chosen)}
      />
    );
  return (
    <>
      <p className={css.chosen}>
        <strong>{captions.name}</strong> <small>{fileSize(captions.size)}</small>
        <Button size="sm" variant="quiet" disabled={isUploading} onClick={() => onCaptions(undefined)}>
          Remove
        </Button>
      </p>
      <TextField
        label="Caption language"
        mono
        value={language}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        hint={`A code such as en, de or pt-BR. The file name becomes ${stem}.${language}.vtt.`}
        error={problem}
        onChange={(event) => onLanguage(event.target.value)}
      />
    </>
  );
}

const purposes = {
  figures: 'Figure',
  videos: 'Video, captions or chapters',
  files: 'Download',
  demos: 'Demo',
} satisfies Record<UploadTarget['folder'], string>;

const nameTakenText = ({ path, used_by }: TrainingFile): string =>
  `${path} already exists${used_by.length > 0 ? `, used in ${used_by.join(', ')}` : ''}. Choose another name, or replace it.`;

const languageRule = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const languageProblem = 'Enter a language code such as en, de or pt-BR.';
const languageOf = (captions: File | undefined): string =>
  /\.([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.vtt$/.exec(captions?.name ?? '')?.[1] ?? 'en';
