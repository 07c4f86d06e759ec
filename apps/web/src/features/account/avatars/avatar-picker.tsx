import type { Avatars, User } from '@hexpedition/contract';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Label } from '#ui/label.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AvatarGroup, type Option } from './avatar-group.tsx';
import css from './avatar-picker.module.css';
import { avatarsQuery } from './avatar-queries.ts';
import { UploadButton } from './upload-button.tsx';
import { useAvatar } from './use-avatar.ts';

/** Lets the user choose an avatar; each choice is saved immediately. */
export function AvatarPicker() {
  const session = useSession();
  const avatars = usePersonalQuery(avatarsQuery);
  if (!session) return null;
  if (avatars.data) return <Picker user={session.user} avatars={avatars.data} />;
  if (!avatars.isError) return <Skeleton shape="block" className={css.waiting ?? ''} />;
  return (
    <Callout
      kind="danger"
      title="Could not load the pictures"
      action={
        <Button size="sm" icon="refresh" onClick={() => avatars.refetch()}>
          Try again
        </Button>
      }
    >
      {messageOf(avatars.error)}
    </Callout>
  );
}

function Picker({ user, avatars: { collections, upload } }: { user: User; avatars: Avatars }) {
  const { username, account } = user;
  const own: Option[] = [{ id: 'default', name: 'Generated from your name', image: null }];
  if (upload) own.push(upload);
  const all = [...own, ...collections.flatMap((collection) => collection.avatars)];
  const idOf = (image: string | null) => all.find((option) => option.image === image)?.id ?? 'default';
  const avatar = useAvatar(idOf(account.image));
  const shown = all.find(({ id }) => id === avatar.chosen) ?? own[0];
  const group = { username, chosen: avatar.chosen, onChoose: avatar.choose };
  return (
    <div className={css.frame}>
      <div className={css.picker}>
        <div className={css.current}>
          <Avatar
            username={username}
            image={avatar.preview ?? shown?.image ?? null}
            size={128}
            className={css.large ?? ''}
          />
          <div className={css.words}>
            <Label>Current picture</Label>
            <p className={css.name}>{avatar.preview ? 'Your picture' : shown?.name}</p>
            <p className={css.state} role="status">
              {avatar.saving ? 'Saving …' : avatar.saved && !avatar.error ? 'Saved. Everyone can see it now.' : ''}
            </p>
          </div>
          <UploadButton busy={avatar.uploading} error={avatar.error} onFile={avatar.upload} />
        </div>
        <div className={css.groups}>
          <AvatarGroup name="Yours" options={own} {...group} />
          {collections.map((collection) => (
            <AvatarGroup key={collection.slug} name={collection.name} options={collection.avatars} {...group} />
          ))}
        </div>
      </div>
    </div>
  );
}
