import type { AllNotes } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { when } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Page } from '#ui/page.tsx';
import { SelectField } from '#ui/select-field.tsx';
import css from '../admin.module.css';
import { notesQuery } from '../admin-queries.ts';
import { ListFilter } from '../list-filter.tsx';
import { NoMatches } from '../no-matches.tsx';
import { PagedList } from '../paged-list.tsx';

export interface NotesSearch {
  only?: 'hidden';
}

/** Published notes of learners. Superusers can take them down. */
export function PublishedNotesPage({ search }: { search: NotesSearch }) {
  const navigate = useNavigate();
  return (
    <Page
      label="Admin"
      title="Published notes"
      lead="Notes that learners share with others who finished the same lesson. If you take a note down, its owner still has it."
    >
      <ListFilter
        label="Published notes"
        values={search}
        onFilter={(values) => void navigate({ to: '/admin/notes', search: values })}
      >
        <SelectField label="Status" name="only">
          <option value="">all</option>
          <option value="hidden">taken down</option>
        </SelectField>
      </ListFilter>
      <PagedList
        key={search.only ?? 'all'}
        what="The notes"
        query={(cursor) => notesQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ notes }) => notes.length === 0}
        empty={
          search.only ? (
            <NoMatches icon="note" title="No notes taken down" all="/admin/notes">
              Notes that you take down appear here. Their owners still have them.
            </NoMatches>
          ) : (
            <EmptyState icon="note" title="No published notes">
              <p>Learners who finish a lesson can share their notes with others who finished it.</p>
            </EmptyState>
          )
        }
      >
        {({ notes }) => (
          <ul>
            {notes.map((note) => (
              <NoteRow key={`${note.subchapter.slug} ${note.username}`} note={note} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

function NoteRow({ note: { username, subchapter, text, published_at, hidden } }: { note: AllNotes['notes'][number] }) {
  const api = useApi();
  const client = useQueryClient();
  const hide = useMutation({
    mutationFn: () =>
      api('POST /api/admin/notes/hide', { body: { subchapter: subchapter.slug, username, hidden: !hidden } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['GET /api/admin/notes'] }),
  });
  return (
    <li className={css.row}>
      <span>
        <span className={css.name}>{subchapter.name}</span> {hidden && <Chip tone="coral">Taken down</Chip>}
        <span className={css.facts}>
          <Link to="/admin/users/$username" params={{ username }}>
            {username}
          </Link>
          <span>{subchapter.training}</span>
          <time dateTime={published_at}>{when(published_at)}</time>
        </span>
        <p className={css.text}>{text}</p>
      </span>
      <span className={css.actions}>
        <Button
          size="sm"
          busy={hide.isPending}
          aria-label={`${hidden ? 'Restore' : 'Take down'} the note of ${username} on ${subchapter.name}`}
          onClick={() => hide.mutate()}
        >
          {hidden ? 'Restore' : 'Take down'}
        </Button>
        <FormStatus error={hide.error} />
      </span>
    </li>
  );
}
