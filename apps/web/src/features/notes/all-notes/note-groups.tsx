import type { NoteItem } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { clockText } from '#features/learn/modules/video/clock-text.public.ts';
import { day } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { NoteText } from '../note-text.tsx';
import css from './notes-page.module.css';

/** Notes under the names of their trainings, in course order. */
export function NoteGroups({ notes }: { notes: NoteItem[] }) {
  const groups = new Map<string, NoteItem[]>();
  for (const line of notes) {
    const { slug } = line.subchapter.training;
    groups.set(slug, [...(groups.get(slug) ?? []), line]);
  }
  return (
    <>
      {[...groups].map(([slug, lines]) => (
        <section key={slug} className={css.group} aria-labelledby={`notes-${slug}`}>
          <h2 id={`notes-${slug}`}>{lines[0]?.subchapter.training.name}</h2>
          {lines.map((line) => (
            // A lesson that is gone may have the same slug as one that exists.
            <NoteCard key={`${line.subchapter.slug} ${line.updated_at}`} line={line} />
          ))}
        </section>
      ))}
    </>
  );
}

const ages = { gone: 'Lesson is gone', rewritten: 'Lesson was rewritten since' };

function NoteCard({ line }: { line: NoteItem }) {
  const { name, path } = line.subchapter;
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
        {line.old && <Chip tone={line.old === 'gone' ? 'coral' : 'beacon'}>{ages[line.old]}</Chip>}
        {line.published && <Chip tone="phosphor">{line.hidden ? 'Taken down' : 'Shown to others'}</Chip>}
        <span className={css.date}>{day(line.updated_at)}</span>
      </header>
      {line.what_i_learned && <NoteText title="What I learned" text={line.what_i_learned} />}
      {line.did_not_understand && <NoteText title="What I did not understand" text={line.did_not_understand} />}
      {line.marks.length > 0 && (
        <ul className={css.marks} aria-label="Marked times">
          {line.marks.map((mark) => (
            <li key={`${mark.module} ${mark.at} ${mark.text}`}>
              <span className={css.time}>{clockText(mark.at)}</span> {mark.text}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
