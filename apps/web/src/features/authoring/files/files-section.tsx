import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { authoringIcons } from '../authoring-icons.ts';
import { trainingFilesQuery } from '../queries.ts';
import { FileLine } from './file-line.tsx';
import css from './files.module.css';
import type { TrainingFile } from './training-files.ts';
import { UploadPanel } from './upload-panel.tsx';

/** The files of a training: what is there, which lessons show it, and what can be done with it. */
export function FilesSection({ training }: { training: string }) {
  const { data, error, isFetching, refetch } = usePersonalQuery(trainingFilesQuery(training));
  const [isUploading, setUploading] = useState(false);
  const [going, setGoing] = useState<TrainingFile>();
  const files = data?.files ?? [];
  const unused = files.filter(({ used_by }) => used_by.length === 0).length;
  return (
    <section className={css.section} aria-labelledby="files">
      <div className={css.head}>
        <h2 id="files">Files</h2>
        {files.length > 0 && (
          <p>
            {plural(files.length, 'file')}
            {unused > 0 && `, ${unused} of them not used`}
          </p>
        )}
        <Button icon={authoringIcons.upload} onClick={() => setUploading(true)}>
          Upload a file
        </Button>
      </div>
      {!data && error && <DidNotLoad what="The files" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton lines={3} />}
      {data && files.length === 0 && <p className={css.quiet}>No figures, films or downloads yet.</p>}
      <ul className={css.files}>
        {files.map((file) => (
          <li key={file.path}>
            <FileLine file={file} />
            {file.used_by.length === 0 && (
              <Button
                size="sm"
                variant="quiet"
                icon="close"
                aria-label={`Delete ${file.path}`}
                onClick={() => setGoing(file)}
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
          act="Upload"
          onUploaded={(path) => {
            setUploading(false);
            toast(`${path} is uploaded.`, 'good');
          }}
        />
      </Dialog>
      {going && <DeleteDialog training={training} file={going} onClose={() => setGoing(undefined)} />}
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
    onSuccess: (left) => {
      client.setQueryData(trainingFilesQuery(training).queryKey, left);
      toast(`${path} is gone.`, 'good');
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete the file?"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete it
          </Button>
        </>
      }
    >
      <p>
        No lesson shows <span className={css.path}>{path}</span>. Once it is gone, only its entry in the audit log
        stays.
      </p>
      {remove.error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(remove.error)}</p>
        </Callout>
      )}
    </Dialog>
  );
}
