import { homeFileLimit } from '@hexpedition/contract/home-limits';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural, when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { saveBytes } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { homeFilesQuery } from '../../lab-queries.ts';
import { file as fileIcon } from '../bench-icons.ts';
import css from './files.module.css';
import { formatBytes } from './format-bytes.ts';
import type { HomeUpload, HomeUploads } from './use-home-uploads.ts';

interface Props {
  slug: string;
  /** Size limit of the home, in megabytes. */
  home: number;
  uploads: HomeUploads;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Lists the files of the learner's home. The learner uploads files by drop or button, and downloads them one by one. */
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
        // Without this, the browser opens the file instead of the page.
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
        Files in <code>/home/learner</code>, up to {home} MB. They are kept when the lab ends. Drop files here to upload
        them, up to {formatBytes(homeFileLimit)} each.
      </p>
      <ul className={css.uploads} aria-label="Uploads">
        {uploads.list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </ul>
      {error && (
        <p className={css.error} role="alert">
          {messageOf(error)}
        </p>
      )}
      {!data && !error && <Skeleton lines={3} />}
      {data && data.files.length === 0 && <p className={css.none}>No files yet.</p>}
      {data && data.files.length > 0 && (
        <ul className={css.files} aria-label={plural(data.files.length, 'file')}>
          {data.files.map((file) => (
            <HomeFile key={file.path} slug={slug} file={file} />
          ))}
        </ul>
      )}
      {data?.more && <p className={css.none}>This list is not complete. List all files in the terminal.</p>}
    </section>
  );
}

interface HomeFileProps {
  slug: string;
  file: { path: string; bytes: number; modified_at: string };
}

function HomeFile({ slug, file: { path, bytes, modified_at } }: HomeFileProps) {
  const api = useApi();
  const download = useMutation({
    mutationFn: () => api('GET /api/lab/:slug/file', { params: { slug }, query: { path } }),
    onSuccess: (content) => saveBytes(path.split('/').at(-1) ?? path, content),
  });
  const isTooLarge = bytes > homeFileLimit;
  return (
    <li className={css.file}>
      <Icon name={fileIcon} size={16} />
      <span className={css.path}>{path}</span>
      <span className={css.fact}>{formatBytes(bytes)}</span>
      <span className={css.fact}>{when(modified_at)}</span>
      <Button
        variant="quiet"
        size="sm"
        square
        icon="download"
        busy={download.isPending}
        disabled={isTooLarge}
        title={isTooLarge ? `Larger than ${formatBytes(homeFileLimit)}. Split it in the terminal first.` : undefined}
        aria-label={`Download ${path}`}
        onClick={() => download.mutate()}
      />
      {download.isError && (
        <p className={css.error} role="alert">
          {messageOf(download.error)}
        </p>
      )}
    </li>
  );
}

function UploadRow({ upload, uploads }: { upload: HomeUpload; uploads: HomeUploads }) {
  const { id, file, state } = upload;
  return (
    <li className={css.upload} data-state={state.is}>
      <span className={css.path}>{file.name}</span>
      <span className={css.fact} role="status">
        {state.is === 'waiting' && 'Waiting'}
        {state.is === 'sending' && `Uploading ${formatBytes(file.size)}`}
        {state.is === 'done' && 'Uploaded'}
      </span>
      {state.is === 'failed' && (
        <>
          <p className={css.error} role="alert">
            {state.msg}
          </p>
          {file.size <= homeFileLimit && (
            <Button size="sm" onClick={() => uploads.retry(upload)}>
              Retry
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
          aria-label={`Remove ${file.name} from this list`}
          onClick={() => uploads.dismiss(id)}
        />
      )}
      {state.is === 'sending' && <span className={css.bar} />}
    </li>
  );
}
