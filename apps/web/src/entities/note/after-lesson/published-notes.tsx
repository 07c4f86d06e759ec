import type { PublishedNotes as Published } from '@hexpedition/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { publishedQuery } from '../note-queries.ts';
import { NoteText } from '../note-text.tsx';
import css from './after-lesson.module.css';

/** The published notes of other learners who completed the lesson. They are fetched when the list is opened. */
export function PublishedNotes({ lesson }: { lesson: string }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  return (
    <div className={css.others}>
      <Button
        icon={isOpen ? 'chevron-up' : 'chevron-down'}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        Notes by other learners
      </Button>
      <div id={list}>{isOpen && <List lesson={lesson} />}</div>
    </div>
  );
}

function List({ lesson }: { lesson: string }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    publishedQuery(useApi(), lesson),
  );
  if (isPending) return <Skeleton lines={3} />;
  if (error) {
    return (
      <div className={css.thanks}>
        <p role="alert">{messageOf(error)}</p>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const notes = data.pages.flatMap((page) => page.notes);
  if (notes.length === 0) {
    return <p className={css.quiet}>No learner has published notes on this lesson yet.</p>;
  }
  return (
    <>
      <ul className={css.published}>
        {notes.map((note) => (
          <Note key={note.username} note={note} lesson={lesson} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  );
}

function Note({ note, lesson }: { note: Published['notes'][number]; lesson: string }) {
  const isSuperuser = useSession()?.user.is_superuser;
  return (
    <li className={css.theirs}>
      <p className={css.author}>
        <Avatar username={note.username} image={note.image} size={24} />
        {note.slug ? (
          <Link to="/profile/$username" params={{ username: note.slug }}>
            {note.username}
          </Link>
        ) : (
          <span>{note.username}</span>
        )}
        {note.own && <Chip tone="beacon">You</Chip>}
        <span className={css.date}>{day(note.published_at)}</span>
        {isSuperuser && <HideButton username={note.username} lesson={lesson} />}
      </p>
      <NoteText text={note.text} />
    </li>
  );
}

function HideButton({ username, lesson }: { username: string; lesson: string }) {
  const api = useApi();
  const client = useQueryClient();
  const hide = useMutation({
    mutationFn: () => api('POST /api/admin/notes/hide', { body: { subchapter: lesson, username, hidden: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: publishedQuery(api, lesson).queryKey }),
  });
  return (
    <>
      <Button size="sm" variant="danger" busy={hide.isPending} onClick={() => hide.mutate()}>
        Hide
      </Button>
      {hide.error && <span role="alert">{messageOf(hide.error)}</span>}
    </>
  );
}
