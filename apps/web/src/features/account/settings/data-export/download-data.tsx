import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { SettingsSection } from '../settings-section.tsx';
import css from './data-export.module.css';

export function DownloadData({ username }: { username: string }) {
  const api = useApi();
  const download = useMutation({
    meta: { suppress: [429] },
    mutationFn: () => api('GET /api/account/export'),
    onSuccess: (data) => {
      const today = new Date().toISOString().slice(0, 10);
      saveFile(`hexpedition-${username}-${today}.json`, 'application/json', JSON.stringify(data, null, 2));
    },
  });
  return (
    <SettingsSection
      title="Export your data"
      lead="A JSON file with everything stored about you: account, sessions, progress, flags, labs, notes. It contains no passwords or keys."
    >
      <div className={css.part}>
        {download.error && (
          <Callout kind="danger" role="alert">
            <p>{messageOf(download.error)}</p>
          </Callout>
        )}
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          Download your data
        </Button>
        <p role="status" className={css.status}>
          {download.isSuccess && 'The file is in your downloads.'}
        </p>
      </div>
    </SettingsSection>
  );
}
