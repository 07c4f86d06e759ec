import type { Lab } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { Label } from '#ui/label.tsx';
import css from './lab-page.module.css';

/** Where to learn what it takes. */
export function LabLessons({ lessons }: { lessons: Lab['lessons'] }) {
  if (lessons.length === 0) return null;
  return (
    <nav className={css.lessons} aria-label="Lessons about this">
      <Label>Learn what it takes</Label>
      <ul>
        {lessons.map(({ training, chapter, subchapter, name }) => (
          <li key={subchapter}>
            <Link to="/courses/$training/$chapter/$subchapter" params={{ training, chapter, subchapter }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
