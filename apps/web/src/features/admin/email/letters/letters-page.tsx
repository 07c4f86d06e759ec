import type { Letters } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../../admin.module.css';
import lines from '../../lines.module.css';
import emailCss from '../email.module.css';
import { EmailFrame } from '../email-frame.tsx';
import { lettersQuery } from '../queries.ts';

const groups = [
  { id: 'account', title: 'About an account' },
  { id: 'payments', title: 'About money' },
] as const;

/** Every letter that the platform writes by itself. */
export function LettersPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery(lettersQuery);
  return (
    <EmailFrame lead="What the platform writes by itself. Open a letter to see it, and to change what it says.">
      {error && !data && <DidNotLoad what="The letters" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data &&
        groups.map(({ id, title }) => (
          <section key={id} className={admin.section} aria-labelledby={id}>
            <h2 id={id} className={emailCss.title}>
              {title}
            </h2>
            <ul>
              {data.letters
                .filter(({ group }) => group === id)
                .map((letter) => (
                  <LetterLine key={letter.kind} letter={letter} />
                ))}
            </ul>
          </section>
        ))}
    </EmailFrame>
  );
}

function LetterLine({ letter }: { letter: Letters['letters'][number] }) {
  const { kind, subject, changed, changed_at, changed_by, faults, ours_then } = letter;
  return (
    <li className={cx(lines.item, emailCss.item)}>
      <Link className={cx(lines.line, emailCss.line)} to="/admin/email/letters/$letter" params={{ letter: kind }}>
        <span className={emailCss.name}>{subject}</span>
        <span className={emailCss.facts}>
          <span className={emailCss.kind}>{kind}</span>
          {Object.keys(faults).length > 0 && <Chip tone="coral">cannot be used</Chip>}
          {changed.length > 0 && <Chip tone="beacon">changed</Chip>}
          {Object.keys(ours_then).length > 0 && <Chip>ours changed</Chip>}
          {changed.length > 0 && changed_at && (
            <span>
              {when(changed_at)}
              {changed_by && ` by ${changed_by}`}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
