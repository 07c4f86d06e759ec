import type { NoteItem } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { NoteText } from '#entities/note/note-text.tsx';
import { clockText } from '#lib/clock-text.ts';
import { day } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import css from './notes-page.module.css';

/** Notes grouped by course, in course order. */
export function NoteGroups({ notes }: { notes: NoteItem[] }) {
  const groups = new Map<string, NoteItem[]>();
  for (const note of notes) {
    const { slug } = note.subchapter.training;
    groups.set(slug, [...(groups.get(slug) ?? []), note]);
  }
  return (
    <>
      {[...groups].map(([slug, group]) => (
        <section key={slug} className={css.group} aria-labelledby={`notes-${slug}`}>
          <h2 id={`notes-${slug}`}>{group[0]?.subchapter.training.name}</h2>
          {group.map((note) => (
            // A deleted lesson may have the same slug as an existing one.
            <NoteCard key={`${note.subchapter.slug} ${note.updated_at}`} note={note} />
          ))}
        </section>
      ))}
    </>
  );
}

const outdatedLabels = { gone: 'Lesson was deleted', rewritten: 'Lesson was rewritten since' };

function NoteCard({ note }: { note: NoteItem }) {
  const { name, path } = note.subchapter;
  return (
    <Card as="article" className={css.card}>
      <header className={css.head}>
        <h3>
          {path ? (
            <Link to={path} hash="notes">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        {note.old && <Chip tone={note.old === 'gone' ? 'coral' : 'beacon'}>{outdatedLabels[note.old]}</Chip>}
        {note.published && <Chip tone="phosphor">{note.hidden ? 'Hidden' : 'Published'}</Chip>}
        <span className={css.date}>{day(note.updated_at)}</span>
      </header>
      {note.what_i_learned && <NoteText title="What I learned" text={note.what_i_learned} />}
      {note.did_not_understand && <NoteText title="What I did not understand" text={note.did_not_understand} />}
      {note.marks.length > 0 && (
        <ul className={css.marks} aria-label="Bookmarks">
          {note.marks.map((mark) => (
            <li key={`${mark.module} ${mark.at} ${mark.text}`}>
              <span className={css.time}>{clockText(mark.at)}</span> {mark.text}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
