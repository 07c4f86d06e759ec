import { useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './profile-address.module.css';

interface Props {
  /** As it is saved. */
  slug: string;
  /** As it is typed. */
  wanted: string;
  isPublic: boolean;
}

/** The whole address of the profile, live while it is typed; what can be done with the saved one. */
export function ProfileAddress({ slug, wanted, isPublic }: Props) {
  const [copied, setCopied] = useState<{ slug: string; ok: boolean }>();
  const address = `${location.origin}/profile/`;
  const said = copied?.slug === slug ? copied : undefined;
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
        <p className={css.said} role="status">
          {isNew
            ? 'Not saved yet.'
            : said
              ? said.ok
                ? 'Copied.'
                : 'Your browser did not let us copy. Select the address instead.'
              : !isPublic && 'Only you can open it at the moment.'}
        </p>
      </div>
    </div>
  );
}
