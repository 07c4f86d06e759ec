import type { NewBatch } from '@hexpedition/contract';
import { useEffect, useRef, useState } from 'react';
import { linkOf } from '#features/vouchers/voucher-link.public.ts';
import { copyText } from '#lib/copy-text.ts';
import { plural } from '#lib/format.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import admin from '../admin.module.css';
import css from './batches.module.css';

/** The codes of a batch that was just made: nobody can read them later. */
export function NewCodes({ made, onDone }: { made: NewBatch; onDone: () => void }) {
  const { batch, secrets } = made;
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState('');
  // The form that was sent is gone: reading goes on here.
  useEffect(() => heading.current?.focus(), []);
  const copy = async (lines: readonly string[], what: string) =>
    setSaid(
      (await copyText(lines.join('\n')))
        ? `${what} copied.`
        : 'Your browser does not allow it. Select them in the list.',
    );
  const links = secrets.map(({ secret }) => linkOf(secret, location.origin));
  return (
    <section className={admin.section} aria-labelledby="new-codes">
      <h2 id="new-codes" className={css.title} ref={heading} tabIndex={-1}>
        {plural(secrets.length, 'code')} of “{batch.name}”
      </h2>
      <Callout kind="warning" title="Shown once">
        <p>Only hashes are kept. Copy or save the codes before you leave this page; lost ones cannot be read again.</p>
      </Callout>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by keyboard */}
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
            saveFile(`vouchers-${batch.pk}.csv`, 'text/csv', csvOf(made, location.origin));
            setSaid('The file is among your downloads.');
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
        <FormStatus done={said} />
      </div>
    </section>
  );
}

/** Number, code and link of each voucher. None of them holds a comma, a quotation mark or what a spreadsheet counts. */
export const csvOf = ({ secrets }: NewBatch, origin: string): string =>
  [
    'number,code,link',
    ...secrets.map(({ number, secret }) => `${number},${secret},${linkOf(secret, origin)}`),
    '',
  ].join('\r\n');
