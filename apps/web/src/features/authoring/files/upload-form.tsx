import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fileSize } from '#features/learn/modules/file-size.public.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FileField } from './file-field.public.tsx';
import css from './files.module.css';
import { Sending } from './sending.ts';
import { SendingLine } from './sending-line.tsx';
import { blockFor, fileFaultOf, nameFaultOf, pathOf, type Target } from './target.ts';
import { captionsOf, forgetFiles, type TrainingFile } from './training-files.ts';

interface Props {
  training: string;
  file: File;
  /** Where it may go, the likeliest place first. */
  targets: readonly Target[];
  /** Captions that were dropped together with a film. */
  captions?: File | undefined;
  /** Those that the training has, as far as it is known. */
  files: readonly TrainingFile[];
  /** What the button says. */
  act: string;
  /** Hears where it lies, as lessons name it, and where the captions of a film do. */
  onUploaded: (path: string, captions: readonly string[]) => void;
  /** Another file is to be chosen. */
  onBack: () => void;
}

/** Asks what a file is to be called, and sends it; a film with its captions before it. */
export function UploadForm({ training, file, targets, captions: given, files, act, onUploaded, onBack }: Props) {
  const api = useApi();
  const client = useQueryClient();
  const [at, setAt] = useState(0);
  const [ownStem, setStem] = useState<string>();
  const [captions, setCaptions] = useState(given);
  const [language, setLanguage] = useState(() => languageOf(given));
  const [faults, setFaults] = useState<{ name?: string; language?: string }>({});
  const [sending, setSending] = useState<Sending>();
  const current = useRef<Sending>(undefined);
  const name = useRef<HTMLInputElement>(null);
  // What was pressed to get here is gone, and the focus with it.
  useEffect(() => name.current?.focus(), []);
  // Whoever closes the dialog does not wait for it any more.
  useEffect(() => () => current.current?.stop(), []);

  const place = targets[at] ?? targets[0];
  if (!place) return null;
  const target = { ...place, stem: ownStem ?? place.stem };
  const taken = files.find(({ path }) => path === pathOf(target));
  const isFilm = blockFor(target) === 'video';
  const besides = isFilm
    ? captionsOf(
        pathOf(target),
        files.map(({ path }) => path),
      )
    : [];
  const refused = fileFaultOf(target, file.size);

  const send = async (bytes: File, to: Target, isReplaced: boolean): Promise<boolean> => {
    const next = new Sending({ api, training, file: bytes, target: to });
    current.current = next;
    setSending(next);
    if (isReplaced) next.replace();
    else next.start();
    const arrived = await next.finished;
    if (arrived) forgetFiles(client, training, isReplaced);
    else setSending(undefined);
    return arrived !== undefined;
  };
  const sendAll = async (isReplaced: boolean) => {
    const wrong = {
      name: nameFaultOf(target) ?? (taken && !isReplaced ? takenWords(taken) : undefined),
      language: captions && isFilm && !languageRule.test(language) ? languageFault : undefined,
    };
    setFaults({ ...(wrong.name && { name: wrong.name }), ...(wrong.language && { language: wrong.language }) });
    if (wrong.name || wrong.language || refused || sending) return;
    const spoken: Target = { folder: 'videos', stem: `${target.stem}.${language}`, ending: '.vtt' };
    const isHere = besides.includes(pathOf(spoken));
    if (captions && isFilm && !(await send(captions, spoken, isHere))) return;
    if (!(await send(file, target, isReplaced))) return;
    onUploaded(pathOf(target), captions && !isHere ? [pathOf(spoken), ...besides] : besides);
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
        <Button size="sm" variant="quiet" disabled={sending !== undefined} onClick={onBack}>
          Choose another
        </Button>
      </p>
      {refused && (
        <Callout kind="danger" role="alert">
          <p>{refused}</p>
        </Callout>
      )}
      {targets.length > 1 && (
        <SelectField
          label="What it is"
          value={String(at)}
          onChange={(event) => {
            setAt(Number(event.target.value));
            setFaults({});
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
        readOnly={sending !== undefined}
        // What comes next is to say what it is called, or just Enter.
        ref={name}
        hint={taken ? takenWords(taken) : `Lessons call it ${pathOf(target)}.`}
        error={faults.name}
        onChange={(event) => {
          setStem(event.target.value);
          setFaults({});
        }}
      />
      {isFilm && !captions && !sending && (
        <FileField
          size="sm"
          label="Captions"
          icon="note"
          title="Captions for those who do not hear it"
          hint={
            besides.length > 0 ? `There are ${besides.join(', ')}.` : 'A WebVTT file (.vtt). Every film needs them.'
          }
          accept=".vtt,text/vtt"
          onFiles={([chosen]) => {
            setCaptions(chosen);
            setLanguage(languageOf(chosen));
          }}
        />
      )}
      {isFilm && captions && (
        <>
          <p className={css.chosen}>
            <strong>{captions.name}</strong> <small>{fileSize(captions.size)}</small>
            <Button size="sm" variant="quiet" disabled={sending !== undefined} onClick={() => setCaptions(undefined)}>
              Without them
            </Button>
          </p>
          <TextField
            label="Language of the captions"
            mono
            value={language}
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            hint={`A code such as en, de or pt-BR. They are called ${target.stem}.${language}.vtt.`}
            error={faults.language}
            onChange={(event) => {
              setLanguage(event.target.value);
              setFaults({});
            }}
          />
        </>
      )}
      {sending ? (
        <SendingLine
          sending={sending}
          onClose={() => {
            sending.stop();
            // A name that is taken stands in the list from now on.
            forgetFiles(client, training, false);
          }}
        />
      ) : (
        <div className={css.acts}>
          <Button type="submit" variant="primary" disabled={refused !== undefined}>
            {act}
          </Button>
          {taken && (
            <Button variant="danger" onClick={() => void sendAll(true)}>
              Replace the other
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

const purposes = {
  figures: 'A figure',
  videos: 'A film, or a part of one',
  files: 'A download',
  demos: 'A demo',
} satisfies Record<Target['folder'], string>;

const takenWords = ({ path, used_by }: TrainingFile): string =>
  `There is a ${path} already${used_by.length > 0 ? `, in ${used_by.join(', ')}` : ''}. Choose another name, or replace it.`;

const languageRule = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const languageFault = 'A language is a code such as en, de or pt-BR.';
const languageOf = (captions: File | undefined): string =>
  /\.([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.vtt$/.exec(captions?.name ?? '')?.[1] ?? 'en';
