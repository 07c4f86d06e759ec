import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { dueQuery, noteListQuery } from '#entities/note/note-queries.ts';
import { lessonsWithDrafts } from '#entities/note/store/note-drafts.ts';
import { saveDrafts } from '#entities/note/store/use-notes.ts';
import type { Api } from '#lib/api.ts';
import { ApiError, messageOf, networkError } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { NoteGroups } from './note-groups.tsx';
import css from './notes-page.module.css';

/** All notes of the learner, by course. @param q words that the notes must contain */
export function NotesPage({ q }: { q: string }) {
  const api = useApi();
  const list = useInfiniteQuery({ ...noteListQuery(api, q), placeholderData: (before) => before });
  useSaveDrafts(() => void list.refetch());
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? [];
  const reminders = list.data?.pages[0]?.reminders ?? [];
  const isEmpty = list.data !== undefined && notes.length === 0;
  let content: ReactNode = <NoteGroups notes={notes} />;
  if (list.isPending) content = <Skeleton lines={8} />;
  else if (isEmpty && q) content = <NoMatches q={q} />;
  else if (isEmpty) content = <NoNotes />;
  return (
    <Page
      title="Notes"
      lead="Your notes on the lessons, with your open questions."
      action={isEmpty && !q ? undefined : <Actions />}
    >
      <div className={css.page}>
        {reminders.length > 0 && <Reminders lessons={reminders} />}
        {(!isEmpty || q) && <Search q={q} />}
        {list.error && (
          <Callout kind="danger" role="alert">
            <p>{messageOf(list.error)}</p>
            <Button size="sm" onClick={() => void list.refetch()}>
              Try again
            </Button>
          </Callout>
        )}
        {(!list.error || notes.length > 0) && content}
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        )}
      </div>
    </Page>
  );
}

/** Saves the drafts that did not reach the server because their page was closed too early. */
function useSaveDrafts(onSaved: () => void) {
  const api = useApi();
  const userPk = useSession()?.user.pk;
  // The storage is outside React. Saving once per visit is enough.
  // biome-ignore lint/correctness/useExhaustiveDependencies: onSaved is a new function with every render
  useEffect(() => {
    if (userPk === undefined) return;
    const saves = lessonsWithDrafts(userPk).map((lesson) => saveDrafts(api, userPk, lesson));
    if (saves.length > 0) void Promise.allSettled(saves).then(onSaved);
  }, [api, userPk]);
}

function Actions() {
  const api = useApi();
  const { data: due } = usePersonalQuery(dueQuery);
  const download = useMutation({ mutationFn: () => downloadNotes(api) });
  return (
    <div className={css.actions}>
      <LinkButton to="/reviews" variant={due?.total ? 'primary' : 'secondary'} icon="refresh">
        {due?.total ? `Review ${plural(due.total, 'note')}` : 'Reviews'}
      </LinkButton>
      <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
        Download as Markdown
      </Button>
      {download.error && (
        <p className={css.error} role="alert">
          {messageOf(download.error)}
        </p>
      )}
    </div>
  );
}

/** Fetches all notes as Markdown with the learner's access token, and downloads them as a file. */
async function downloadNotes(api: Api): Promise<void> {
  let response = await fetchMarkdown();
  if (response.status === 401) {
    // Any call of the API client renews an expired token, or ends the session with a message.
    await api('GET /api/account/details');
    response = await fetchMarkdown();
  }
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    throw new ApiError(response.status, typeof body === 'object' && body !== null ? body : {});
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `hexpedition-notes-${new Date().toISOString().slice(0, 10)}.md`;
  link.click();
  // After this delay the browser has started the download. Without revoking, the text would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function fetchMarkdown(): Promise<Response> {
  const access = readSession()?.token.access ?? '';
  return fetch('/api/account/notes/markdown', { headers: { authorization: `Bearer ${access}` } }).catch(() => {
    throw networkError();
  });
}

/** The URL contains the search text. While the user types, the field is briefly ahead of it. */
function Search({ q }: { q: string }) {
  const navigate = useNavigate();
  const [field, setField] = useState({ text: q, isAhead: false });
  const showsField = field.isAhead || field.text.trim() === q;
  // A pause in typing is outside React.
  useEffect(() => {
    if (!field.isAhead) return;
    const timer = setTimeout(async () => {
      const text = field.text.trim();
      await navigate({ to: '/notes', search: text ? { q: text } : {}, replace: true });
      setField((now) => (now === field ? { ...now, isAhead: false } : now));
    }, 250);
    return () => clearTimeout(timer);
  }, [field, navigate]);
  return (
    <search className={css.search}>
      <TextField
        label="Search in your notes"
        type="search"
        maxLength={100}
        value={showsField ? field.text : q}
        onChange={(event) => setField({ text: event.target.value, isAhead: true })}
      />
    </search>
  );
}

function Reminders({ lessons }: { lessons: { slug: string; name: string; path: string | null }[] }) {
  return (
    <Callout kind="tip" title="You wanted to write notes on">
      <ul className={css.reminders}>
        {lessons.map(({ slug, name, path }) => (
          <li key={slug}>{path ? <Link to={path}>{name}</Link> : name}</li>
        ))}
      </ul>
    </Callout>
  );
}

const NoNotes = () => (
  <EmptyState
    icon="note"
    title="No notes yet"
    action={
      <LinkButton variant="primary" to="/map">
        Open the map
      </LinkButton>
    }
  >
    <p>On each lesson you can write down what you learned and what you did not understand.</p>
  </EmptyState>
);

const NoMatches = ({ q }: { q: string }) => (
  <EmptyState
    icon="search"
    title="No notes found"
    action={
      <LinkButton to="/notes" search={{}}>
        Show all notes
      </LinkButton>
    }
  >
    <p>None of your notes contain “{q}”.</p>
  </EmptyState>
);
