import { useSession } from '#lib/session.ts';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';

/** What belongs to the user, taken along or deleted: the last two parts of the account's page. */
export function OwnDataSection() {
  const user = useSession()?.user;
  if (!user) return null;
  return (
    <>
      <DownloadData username={user.username} />
      <DeleteAccount user={user} />
    </>
  );
}
