import type { NewBatch } from '@hexpedition/contract';
import { useEffect, useRef, useState } from 'react';
import { linkOf } from '#entities/voucher/voucher-link.ts';
import { copyText } from '#lib/copy-text.ts';
import { plural } from '#lib/format.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import admin from '../admin.module.css';
import css from './batches.module.css';

/** Codes of a batch that was just created. They cannot be shown again later. */
export function NewCodes({ created, onDone }: { created: NewBatch; onDone: () => void }) {
  const { batch, secrets } = created;
  const heading = useRef<HTMLHeadingElement>(null);
  const [message, setMessage] = useState('');
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const copy = async (lines: readonly string[], what: string) =>
    setMessage(
      (await copyText(lines.join('\n')))
        ? `${what} copied.`
        : 'Your browser blocked copying. Select the codes in the list and copy them.',
    );
  const links = secrets.map(({ secret }) => linkOf(secret, location.origin));
  return (
    <section className={admin.section} aria-labelledby="new-codes">
      <h2 id="new-codes" className={css.title} ref={heading} tabIndex={-1}>
        {plural(secrets.length, 'code')} for “{batch.name}”
      </h2>
      <Callout kind="warning" title="Shown only once">
        <p>Only hashes are stored. Copy or save the codes before you leave this page. You cannot view them again.</p>
      </Callout>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={css.codes} aria-label="Codes" tabIndex={0}>
        <ul>
          {secrets.map(({ number, secret }) => (
            <li key={number}>
              <span>{number}</span> <code>{secret}</code>
            </li>
          ))}
        </ul>
      </section>
      <div className={admin.actions}>
        <Button
          variant="primary"
          icon="download"
          onClick={() => {
            saveFile(`vouchers-${batch.pk}.csv`, 'text/csv', codesCsv(created, location.origin));
            setMessage('File downloaded.');
          }}
        >
          Save as CSV
        </Button>
        <Button
          icon="copy"
          onClick={() =>
            copy(
              secrets.map(({ secret }) => secret),
              'Codes',
            )
          }
        >
          Copy codes
        </Button>
        <Button icon="copy" onClick={() => copy(links, 'Links')}>
          Copy links
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Done
        </Button>
        <FormStatus done={message} />
      </div>
    </section>
  );
}

/** Returns number, code and link of each voucher as CSV. The values contain no commas, quotes or formulas to escape. */
export const codesCsv = ({ secrets }: NewBatch, origin: string): string =>
  [
    'number,code,link',
    ...secrets.map(({ number, secret }) => `${number},${secret},${linkOf(secret, origin)}`),
    '',
  ].join('\r\n');
