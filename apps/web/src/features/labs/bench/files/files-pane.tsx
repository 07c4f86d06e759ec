import { homeFileLimit } from '@hexpedition/contract/home-rules';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { saveBytes } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { file as fileIcon } from '../bench-icons.ts';
import { homeFilesQuery } from '../queries.ts';
import { bytesOf } from './bytes.ts';
import css from './files.module.css';
import type { Upload, Uploads } from './use-uploads.ts';

interface Props {
  slug: string;
  /** Megabytes that the home may hold. */
  home: number;
  uploads: Uploads;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** What lies in the learner's home: in by drop or button, out one by one. */
export function FilesPane({ slug, home, uploads }: Props) {
  const [isOver, setOver] = useState(false);
  const { data, error } = usePersonalQuery(homeFilesQuery(slug));
  return (
    <section
      className={css.pane}
      aria-label="Files in your home"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        // Without this the browser opens the file in place of the page.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        uploads.add([...event.dataTransfer.files]);
      }}
    >
      <p className={css.lead}>
        Everything in <code>/home/learner</code>. It may hold {home} MB and stays when the lab ends. Drop files here to
        put them in, {bytesOf(homeFileLimit)} each at most.
      </p>
      <ul className={css.uploads} aria-label="On their way">
        {uploads.list.map((upload) => (
          <UploadLine key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </ul>
      {error && (
        <p className={css.fault} role="alert">
          {messageOf(error)}
        </p>
      )}
      {!data && !error && <Skeleton lines={3} />}
      {data && data.files.length === 0 && <p className={css.none}>Nothing is in it yet.</p>}
      {data && data.files.length > 0 && (
        <ul className={css.files} aria-label={plural(data.files.length, 'file')}>
          {data.files.map((file) => (
            <FileLine key={file.path} slug={slug} file={file} />
          ))}
        </ul>
      )}
      {data?.more && <p className={css.none}>There are more; the terminal shows them all.</p>}
    </section>
  );
}

interface FileLineProps {
  slug: string;
  file: { path: string; bytes: number; modified_at: string };
}

function FileLine({ slug, file: { path, bytes, modified_at } }: FileLineProps) {
  const api = useApi();
  const fetched = useMutation({
    mutationFn: () => api('GET /api/lab/:slug/file', { params: { slug }, query: { path } }),
    onSuccess: (content) => saveBytes(path.split('/').at(-1) ?? path, content),
  });
  const isTooLarge = bytes > homeFileLimit;
  return (
    <li className={css.file}>
      <Icon name={fileIcon} size={16} />
      <span className={css.path}>{path}</span>
      <span className={css.fact}>{bytesOf(bytes)}</span>
      <span className={css.fact}>{when(modified_at)}</span>
      <Button
        variant="quiet"
        size="sm"
        square
        icon="download"
        busy={fetched.isPending}
        disabled={isTooLarge}
        title={isTooLarge ? `Larger than ${bytesOf(homeFileLimit)}: split it in the terminal first` : undefined}
        aria-label={`Download ${path}`}
        onClick={() => fetched.mutate()}
      />
      {fetched.isError && (
        <p className={css.fault} role="alert">
          {messageOf(fetched.error)}
        </p>
      )}
    </li>
  );
}

function UploadLine({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { id, file, state } = upload;
  return (
    <li className={css.upload} data-state={state.is}>
      <span className={css.path}>{file.name}</span>
      <span className={css.fact} role="status">
        {state.is === 'waiting' && 'waits'}
        {state.is === 'sending' && `sending ${bytesOf(file.size)}`}
        {state.is === 'done' && 'is there'}
      </span>
      {state.is === 'failed' && (
        <>
          <p className={css.fault} role="alert">
            {state.msg}
          </p>
          {file.size <= homeFileLimit && (
            <Button size="sm" onClick={() => uploads.again(upload)}>
              Try again
            </Button>
          )}
        </>
      )}
      {(state.is === 'failed' || state.is === 'done') && (
        <Button
          variant="quiet"
          size="sm"
          square
          icon="close"
          aria-label={`Take ${file.name} off this list`}
          onClick={() => uploads.forget(id)}
        />
      )}
      {state.is === 'sending' && <span className={css.bar} />}
    </li>
  );
}
