import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { authoringIcons } from '../authoring-icons.ts';
import { trainingFilesQuery } from '../authoring-queries.ts';
import { FileRow } from './file-row.tsx';
import css from './files.module.css';
import type { TrainingFile } from './training-files.ts';
import { UploadPanel } from './upload-panel.tsx';

/** Lists the files of a training with the lessons that use them. Uploads files and deletes unused ones. */
export function FilesSection({ training }: { training: string }) {
  const { data, error, isFetching, refetch } = usePersonalQuery(trainingFilesQuery(training));
  const [isUploading, setUploading] = useState(false);
  const [toDelete, setToDelete] = useState<TrainingFile>();
  const files = data?.files ?? [];
  const unused = files.filter(({ used_by }) => used_by.length === 0).length;
  return (
    <section className={css.section} aria-labelledby="files">
      <div className={css.head}>
        <h2 id="files">Files</h2>
        {files.length > 0 && (
          <p>
            {plural(files.length, 'file')}
            {unused > 0 && `, ${unused} unused`}
          </p>
        )}
        <Button icon={authoringIcons.upload} onClick={() => setUploading(true)}>
          Upload a file
        </Button>
      </div>
      {!data && error && <LoadError what="The files" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={3} />}
      {data && files.length === 0 && <p className={css.quiet}>No figures, videos or downloads yet.</p>}
      <ul className={css.files}>
        {files.map((file) => (
          <li key={file.path}>
            <FileRow file={file} />
            {file.used_by.length === 0 && (
              <Button
                size="sm"
                variant="quiet"
                icon="close"
                aria-label={`Delete ${file.path}`}
                onClick={() => setToDelete(file)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={isUploading} onClose={() => setUploading(false)} title="Upload a file">
        <UploadPanel
          training={training}
          files={files}
          submitLabel="Upload"
          onUploaded={(path) => {
            setUploading(false);
            toast(`Uploaded ${path}.`, 'good');
          }}
        />
      </Dialog>
      {toDelete && <DeleteDialog training={training} file={toDelete} onClose={() => setToDelete(undefined)} />}
    </section>
  );
}

interface DeleteProps {
  training: string;
  file: TrainingFile;
  onClose: () => void;
}

function DeleteDialog({ training, file: { path }, onClose }: DeleteProps) {
  const api = useApi();
  const client = useQueryClient();
  const [folder = '', name = ''] = path.split('/');
  const remove = useMutation({
    meta: { suppress: [404, 409] },
    mutationFn: () =>
      api('DELETE /api/admin/training/:slug/files/:folder/:name', {
        params: { slug: training, folder: folder as 'files', name },
      }),
    onSuccess: (remaining) => {
      client.setQueryData(trainingFilesQuery(training).queryKey, remaining);
      toast(`Deleted ${path}.`, 'good');
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete this file?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete file
          </Button>
        </>
      }
    >
      <p>
        No lesson uses <span className={css.path}>{path}</span>. You can't undo this; only an entry in the audit log
        remains.
      </p>
      {remove.error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(remove.error)}</p>
        </Callout>
      )}
    </Dialog>
  );
}
