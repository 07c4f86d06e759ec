import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';

/** Uploads progress that was made without an account or offline to the account of the logged-in user. */
export default function SyncVisitorProgress() {
  const pk = useSession()?.user.pk;
  const api = useApi();
  const client = useQueryClient();
  // Uploads the stored progress. Retries a failed upload on the next page, when the browser is online, and on focus.
  useEffect(() => {
    if (pk === undefined) return;
    const upload = () => {
      if (!Object.keys(localStorage).some((key) => /^(visit$|notes:visitor:)/.test(key))) return;
      import('./upload-visitor-progress.ts')
        .then(({ uploadVisitorProgress }) => uploadVisitorProgress(api, client, pk))
        .catch(() => undefined);
    };
    upload();
    window.addEventListener('online', upload);
    window.addEventListener('focus', upload);
    return () => {
      window.removeEventListener('online', upload);
      window.removeEventListener('focus', upload);
    };
  }, [pk, api, client]);
  return null;
}
