import { useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './profile-address.module.css';

interface Props {
  /** Saved address. */
  slug: string;
  /** Address in the input field. */
  wanted: string;
  isPublic: boolean;
}

/** Full profile address, updated while the user types, with buttons to copy and open the saved one. */
export function ProfileAddress({ slug, wanted, isPublic }: Props) {
  const [copied, setCopied] = useState<{ slug: string; ok: boolean }>();
  const address = `${location.origin}/profile/`;
  const copy = copied?.slug === slug ? copied : undefined;
  const isNew = wanted !== slug;
  return (
    <div className={css.frame}>
      <p className={css.address}>
        {address}
        <strong className={css.slug}>{wanted || '…'}</strong>
      </p>
      <div className={css.actions}>
        <Button
          size="sm"
          icon="copy"
          disabled={isNew}
          onClick={() => void copyText(address + slug).then((ok) => setCopied({ slug, ok }))}
        >
          Copy
        </Button>
        <LinkButton size="sm" icon="external" to="/profile/$username" params={{ username: slug }}>
          View profile
        </LinkButton>
        <p className={css.status} role="status">
          {isNew
            ? 'Not saved yet.'
            : copy
              ? copy.ok
                ? 'Copied.'
                : 'Could not copy. Select the address and copy it yourself.'
              : !isPublic && 'Only you can open it now.'}
        </p>
      </div>
    </div>
  );
}
