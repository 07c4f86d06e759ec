import { useNext } from '#lib/guards.ts';
import { useFeatures } from '#shell/use-features.ts';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import css from './notes-page.module.css';

const points: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'note',
    title: 'Two fields on every lesson',
    text: 'One for what you learned, one for what you did not understand. They save themselves.',
  },
  {
    icon: 'refresh',
    title: 'What you wrote comes back',
    text: 'Reviews bring a note up again shortly before you would forget it.',
  },
  {
    icon: 'search',
    title: 'All of them in one place',
    text: 'Search them, take them with you as Markdown, and publish those that may help others.',
  },
];

/** What stands in the place of the notes for somebody who is not signed in. */
export function AboutNotes() {
  const { login, register } = useFeatures();
  const next = useNext();
  return (
    <Page title="Notes" lead="What you took from the lessons, and what is still open." width="text">
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
          Without an account, what you write stays in this browser, under its lesson. An account takes it over.
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
