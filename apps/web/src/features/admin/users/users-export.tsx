import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/query.ts';
import { saveBytes } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import type { UsersSearch } from './users-search.ts';

/** Button that downloads all accounts of the filter as CSV. */
export function UsersExport({ search }: { search: UsersSearch }) {
  const api = useApi();
  const save = useMutation({
    meta: { suppress: [429] },
    mutationFn: async () => {
      const file: unknown = await api('GET /api/admin/users_export', { query: search });
      saveBytes(`users-${new Date().toISOString().slice(0, 10)}.csv`, file as Blob);
    },
  });
  return (
    <>
      <FormStatus error={save.error} done={save.isSuccess && 'File downloaded.'} />
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
        Export CSV
      </Button>
    </>
  );
}
