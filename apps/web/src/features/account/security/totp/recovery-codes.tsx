import { useEffect, useRef } from 'react';
import { saveFile } from '#lib/save-file.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '../copy-button.tsx';
import css from '../security.module.css';

/** Shows the recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const username = useSession()?.user.username ?? '';
  // The element that had the focus was removed.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.step}>
      <h3 ref={heading} tabIndex={-1} className={css.subtitle}>
        Save your recovery codes
      </h3>
      <p className={css.text}>
        Each code logs you in once when you do not have your phone. You will not see them again: print them or save them
        in a password manager, but not on that phone.
      </p>
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.actions}>
        <CopyButton text={codes.join('\n')}>Copy</CopyButton>
        <Button size="sm" icon="list" onClick={() => download(username, codes)}>
          Download as text
        </Button>
      </div>
      <div className={css.actions}>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}

function download(username: string, codes: string[]) {
  const text = [
    `Hexpedition: recovery codes of ${username}`,
    location.origin,
    '',
    ...codes,
    '',
    'Each code logs you in once, in place of the six digits of your authenticator app.',
    '',
  ].join('\n');
  saveFile('hexpedition-recovery-codes.txt', 'text/plain', text);
}
