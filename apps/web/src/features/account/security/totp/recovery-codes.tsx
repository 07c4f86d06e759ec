import { useEffect, useRef } from 'react';
import { saveFile } from '#lib/save-file.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '../copy-button.tsx';
import css from '../security.module.css';

/** The codes, the only time that they can be seen. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const username = useSession()?.user.username ?? '';
  // What had the focus, a form or a dialog, is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.step}>
      <h3 ref={heading} tabIndex={-1} className={css.subtitle}>
        Keep your recovery codes
      </h3>
      <p className={css.text}>
        Each logs you in once when you do not have your phone. You see them now and never again: print them, or put them
        into a password manager, not on that phone.
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
          I have kept them
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
    'Each logs you in once, in place of the six digits of your authenticator app.',
    '',
  ].join('\n');
  saveFile('hexpedition-recovery-codes.txt', 'text/plain', text);
}
