import type { AddUsersAnswer } from '@hexpedition/contract';
import { toCsv } from '@hexpedition/contract/csv';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { copyText } from '#lib/copy-text.ts';
import { day, plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { FileField } from '#ui/file-field.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { TextArea } from '#ui/text-area.tsx';
import admin from '../admin.module.css';
import css from './users.module.css';

type Result = AddUsersAnswer['results'][number];

/** Form that adds accounts from names or email addresses, and shows the links that were not mailed, once. */
export function AddPeople({ onDone }: { onDone: () => void }) {
  const [answer, setAnswer] = useState<AddUsersAnswer>();
  const [text, setText] = useState('');
  const api = useApi();
  const client = useQueryClient();
  const { mail } = useFeatures();
  const form = useForm({
    fields: ['text'],
    check: (values) => ({ text: values.text === '' ? 'Enter at least one name or email address.' : undefined }),
    send: (body) => api('POST /api/admin/users/add', { body }),
    onSuccess: (added) => {
      void client.invalidateQueries({ queryKey: ['GET /api/admin/users'] });
      setAnswer(added);
      // Only the lines with a problem are left to correct.
      setText(added.results.flatMap((result) => (result.error === null ? [] : [result.text])).join('\n'));
    },
  });
  if (answer) return <Added answer={answer} onMore={() => setAnswer(undefined)} onDone={onDone} />;
  return (
    <Form form={form} className={css.add}>
      <TextArea
        label="People"
        name="text"
        rows={10}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint="One person per line, at most 200: a username, a name, an email address, or a name and an address with a comma between them. The lines of a CSV file work too."
        error={form.problems.text}
      />
      <FileField
        label="CSV file with people"
        title="Open a CSV file"
        hint="It fills the field above."
        icon="note"
        size="sm"
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={([file]) => void file?.text().then(setText)}
      />
      <p className={admin.quiet}>
        {mail
          ? 'People with an address get the link by mail. For the others you see the link once, to hand it out.'
          : 'This site has no mail server, so you see each link once, to hand it out.'}{' '}
        A link is valid for 14 days and works once.
      </p>
      <FormActions>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Add people
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}

interface AddedProps {
  answer: AddUsersAnswer;
  onMore: () => void;
  onDone: () => void;
}

/** Result of adding people: links to hand out, mailed links, and lines with a problem. */
function Added({ answer: { results, expires_at }, onMore, onDone }: AddedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const added = results.filter(({ error }) => error === null);
  const failed = results.filter(({ error }) => error !== null);
  const links = added.filter(({ url }) => url !== null);
  const mailed = added.length - links.length;
  return (
    <section className={admin.section} aria-labelledby="added">
      <h2 id="added" ref={heading} tabIndex={-1} className={css.heading}>
        {plural(added.length, 'account')} added
      </h2>
      {mailed > 0 && <p>{plural(mailed, 'person gets the link', 'people get the link')} by mail.</p>}
      {links.length > 0 && <Links links={links} expiresAt={expires_at} />}
      {failed.length > 0 && (
        <Callout kind="warning" title={`${plural(failed.length, 'line')} not added`}>
          <ul className={css.failed}>
            {failed.map(({ line, text, error }) => (
              <li key={line}>
                Line {line}, <code>{text}</code>: {error}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <div className={admin.actions}>
        <Button variant={links.length > 0 ? 'secondary' : 'primary'} onClick={onDone}>
          Back to the users
        </Button>
        <Button variant="quiet" onClick={onMore}>
          {failed.length > 0 ? 'Correct the other lines' : 'Add more people'}
        </Button>
      </div>
    </section>
  );
}

function Links({ links, expiresAt }: { links: readonly Result[]; expiresAt: string }) {
  const [message, setMessage] = useState('');
  return (
    <>
      <Callout kind="warning" title="Shown only once">
        <p>
          Save these links before you leave this page, and give each one only to its owner. They are valid until{' '}
          {day(expiresAt)}.
        </p>
      </Callout>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={css.links} aria-label="Links" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Username</th>
              <th scope="col">Email</th>
              <th scope="col">Link</th>
            </tr>
          </thead>
          <tbody>
            {links.map(({ line, username, email, url }) => (
              <tr key={line}>
                <th scope="row">{username}</th>
                <td>{email}</td>
                <td>
                  <code>{url}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={admin.actions}>
        <Button
          variant="primary"
          icon="download"
          onClick={() => {
            saveFile('people.csv', 'text/csv', linksCsv(links));
            setMessage('File downloaded.');
          }}
        >
          Save as CSV
        </Button>
        <Button
          icon="copy"
          onClick={async () => {
            const text = links.map(({ username, url }) => `${username} ${url}`).join('\n');
            setMessage(
              (await copyText(text))
                ? 'Links copied.'
                : 'Your browser blocked copying. Select the links and copy them.',
            );
          }}
        >
          Copy links
        </Button>
        <FormStatus done={message} />
      </div>
    </>
  );
}

const linksCsv = (links: readonly Result[]): string =>
  toCsv({
    columns: ['username', 'email', 'link'],
    rows: links.map(({ username, email, url }) => [username, email, url]),
  });
