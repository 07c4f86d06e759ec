import type { Avatars, User } from '@hexpedition/contract';
import { useId, useRef } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { avatarsQuery } from '../account-queries.ts';
import css from './avatar-picker.module.css';
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

interface UploadButtonProps {
  busy: boolean;
  error: string | undefined;
  onFile: (file: File) => void;
}

/** Upload button in place of the browser's file input, with the accepted formats or the error below it. */
function UploadButton({ busy, error, onFile }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className={css.upload}>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/avif"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Resets the input so that choosing the same file again fires a change event.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button icon="plus" busy={busy} aria-describedby={id} onClick={() => input.current?.click()}>
        {busy ? 'Uploading' : 'Upload a picture'}
      </Button>
      <div id={id} aria-live="polite">
        {error ? (
          <p className={css.error}>
            <Icon name="warning" size={16} />
            {error}
          </p>
        ) : (
          <p className={css.hint}>PNG, JPEG, WebP or AVIF. We store it at 256 × 256 pixels and keep nothing else.</p>
        )}
      </div>
    </div>
  );
}

interface Option {
  id: string;
  name: string;
  /** Null for the picture that is generated from the username. */
  image: string | null;
}

interface AvatarGroupProps {
  name: string;
  options: readonly Option[];
  /** Id of the selected picture, which may be in another group. */
  chosen: string;
  username: string;
  onChoose: (id: string) => void;
}

/** Pictures under one heading. All groups form one radio group because the inputs share their name. */
function AvatarGroup({ name, options, chosen, username, onChoose }: AvatarGroupProps) {
  return (
    <fieldset className={css.group}>
      <Label as="legend">{name}</Label>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.id} className={css.option}>
            <input
              type="radio"
              name="avatar"
              value={option.id}
              checked={option.id === chosen}
              onChange={() => onChoose(option.id)}
            />
            <Avatar username={username} image={option.image} size={80} />
            <VisuallyHidden>{option.name}</VisuallyHidden>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
