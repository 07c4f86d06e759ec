import { useSyncExternalStore } from 'react';
import { dateFormat } from '#lib/format.ts';
import { avatarShape } from '#ui/avatar-shape.ts';
import { hexPath } from '#ui/hex.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './presence.module.css';
import { type Author, initialsOf, type PresenceStore } from './presence-store.ts';

/** Number of authors shown with their own button; the others are only counted. */
const MAX_SHOWN = 3;
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });

/** Other authors who have this map open. Clicking one moves the view to their position. */
export function PresenceList({ presence, onGo }: { presence: PresenceStore; onGo: (author: Author) => void }) {
  const { others, announcement } = useSyncExternalStore(presence.subscribe, presence.read, presence.read);
  const rest = others.slice(MAX_SHOWN);
  return (
    <>
      {others.length > 0 && (
        <ul className={css.list} aria-label="Other authors">
          {others.slice(0, MAX_SHOWN).map((author) => (
            <li key={author.username} data-hue={avatarShape(author.username).hue}>
              <Tooltip text={presenceText(author)} side="bottom">
                {(props) => (
                  <button type="button" className={css.author} onClick={() => onGo(author)} {...props}>
                    <svg viewBox="0 0 32 32" aria-hidden="true">
                      <path d={hexPath} />
                    </svg>
                    <span aria-hidden="true">{initialsOf(author.username)}</span>
                    <VisuallyHidden>{author.username}</VisuallyHidden>
                  </button>
                )}
              </Tooltip>
            </li>
          ))}
          {rest.length > 0 && (
            <li className={css.rest} title={rest.map(({ username }) => username).join(', ')}>
              <span aria-hidden="true">+{rest.length}</span>
              <VisuallyHidden>{rest.map(({ username }) => username).join(', ')}</VisuallyHidden>
            </li>
          )}
        </ul>
      )}
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

const presenceText = ({ username, since, hex }: Author) =>
  `${username}, editing since ${clock(since)}${hex ? `, at ${hex.q}, ${hex.r}` : ''}`;
