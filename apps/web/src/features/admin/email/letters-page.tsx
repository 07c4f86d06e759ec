import type { Letters } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../admin.module.css';
import lines from '../lines.module.css';
import css from './email.module.css';
import { EmailFrame } from './email-frame.tsx';
import { MailPreview } from './mail-preview.tsx';
import { lettersQuery } from './queries.ts';

type Letter = Letters['letters'][number];

const groups = [
  { id: 'account', title: 'About an account' },
  { id: 'payments', title: 'About money' },
] as const;

/** Every letter that the platform writes by itself. */
export function LettersPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery(lettersQuery);
  const [open, setOpen] = useState<string>();
  return (
    <EmailFrame lead="What the platform writes by itself, with the data of an example. The links in it open nothing.">
      {error && !data && <DidNotLoad what="The letters" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data &&
        groups.map(({ id, title }) => (
          <section key={id} className={admin.section} aria-labelledby={id}>
            <h2 id={id} className={css.title}>
              {title}
            </h2>
            <ul>
              {data.letters
                .filter(({ group }) => group === id)
                .map((letter) => (
                  <LetterLine
                    key={letter.kind}
                    letter={letter}
                    isOpen={letter.kind === open}
                    onToggle={() => setOpen(letter.kind === open ? undefined : letter.kind)}
                  />
                ))}
            </ul>
          </section>
        ))}
    </EmailFrame>
  );
}

function LetterLine({ letter, isOpen, onToggle }: { letter: Letter; isOpen: boolean; onToggle: () => void }) {
  const id = useId();
  const api = useApi();
  const test = useMutation({
    meta: { suppress: [409, 429] },
    mutationFn: () => api('POST /api/admin/letters/:kind/test', { params: { kind: letter.kind } }),
  });
  return (
    <li className={cx(lines.item, css.item)} data-open={isOpen || undefined}>
      <button
        type="button"
        className={cx(lines.line, css.line)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <span className={css.name}>{letter.subject}</span>
        <span className={css.kind}>{letter.kind}</span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} />
      </button>
      {isOpen && (
        <div id={id} className={lines.open}>
          <div className={admin.actions}>
            <Button size="sm" busy={test.isPending} onClick={() => test.mutate()}>
              Send me a test
            </Button>
            <FormStatus error={test.error} done={test.data && `Sent to ${test.data.to}.`} />
          </div>
          <MailPreview mail={letter} />
        </div>
      )}
    </li>
  );
}
