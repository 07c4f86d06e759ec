import { useFeatures } from '#entities/site/use-features.ts';
import { useNext } from '#lib/guards.ts';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import css from './notes-page.module.css';

const points: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'note',
    title: 'Two fields on every lesson',
    text: 'One for what you learned, one for what you did not understand. Both are saved automatically.',
  },
  {
    icon: 'refresh',
    title: 'Your notes come back for review',
    text: 'You see each note again shortly before you would forget it.',
  },
  {
    icon: 'search',
    title: 'All notes in one place',
    text: 'Search your notes, download them as Markdown, and publish the ones that may help others.',
  },
];

/** Shown instead of the notes to visitors who are not signed in. */
export function AboutNotes() {
  const { login, register } = useFeatures();
  const next = useNext();
  return (
    <Page title="Notes" lead="Your notes on the lessons, with your open questions." width="text">
      <div className={css.page}>
        <ul className={css.points}>
          {points.map(({ icon, title, text }) => (
            <li key={title} className={css.point}>
              <Icon name={icon} size={24} />
              <div>
                <h2>{title}</h2>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className={css.about}>
          Without an account, your notes are saved in this browser only, on the page of their lesson.{' '}
          {register
            ? 'If you create an account, they move into it.'
            : login && 'When you log in, they move into your account.'}
        </p>
        <div className={css.actions}>
          {register && (
            <LinkButton to="/signup" search={{ next }} variant="primary">
              Create account
            </LinkButton>
          )}
          {login && (
            <LinkButton to="/login" search={{ next }} variant={register ? 'secondary' : 'primary'}>
              Log in
            </LinkButton>
          )}
        </div>
      </div>
    </Page>
  );
}
