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
import { Filter } from '../filter.tsx';
import { NothingFits } from '../nothing-fits.tsx';
import { Paged } from '../paged.tsx';
import { notesQuery } from '../queries.ts';

export interface NotesSearch {
  only?: 'hidden';
}

/** What learners have published, to be taken down where it has to be. */
export function PublishedNotesPage({ search }: { search: NotesSearch }) {
  const navigate = useNavigate();
  return (
    <Page
      label="Admin"
      title="Published notes"
      lead="What learners show to those who have finished the same lesson. A note that is taken down stays its owner’s."
    >
      <Filter
        label="Published notes"
        values={search}
        onFilter={(values) => void navigate({ to: '/admin/notes', search: values })}
      >
        <SelectField label="Which" name="only">
          <option value="">all</option>
          <option value="hidden">taken down</option>
        </SelectField>
      </Filter>
      <Paged
        key={search.only ?? 'all'}
        what="The notes"
        query={(cursor) => notesQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ notes }) => notes.length === 0}
        empty={
          search.only ? (
            <NothingFits icon="note" title="No note is taken down" all="/admin/notes">
              What you take down stays its owner’s, and stands here.
            </NothingFits>
          ) : (
            <EmptyState icon="note" title="Nobody has published notes">
              <p>Learners who have finished a lesson can show their notes to the others who have.</p>
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
      </Paged>
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
          <Link to="/admin/people/$username" params={{ username }}>
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
          aria-label={`${hidden ? 'Put back' : 'Take down'} the note of ${username} on ${subchapter.name}`}
          onClick={() => hide.mutate()}
        >
          {hidden ? 'Put back' : 'Take down'}
        </Button>
        <FormStatus error={hide.error} />
      </span>
    </li>
  );
}
