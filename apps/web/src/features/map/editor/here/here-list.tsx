import { useSyncExternalStore } from 'react';
import { dateFormat } from '#lib/format.ts';
import { avatarShape } from '#ui/avatar-shape.ts';
import { hexPath } from '#ui/hex.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './here.module.css';
import { type Author, type Here, initialsOf } from './here.ts';

/** Authors who are shown one by one; the rest is progressText. */
const MOST = 3;
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });

/** Who else has this map open. A press leads to where they are at work. */
export function HereList({ here, onGo }: { here: Here; onGo: (author: Author) => void }) {
  const { others, said } = useSyncExternalStore(here.subscribe, here.read, here.read);
  const rest = others.slice(MOST);
  return (
    <>
      {others.length > 0 && (
        <ul className={css.list} aria-label="Also here">
          {others.slice(0, MOST).map((author) => (
            <li key={author.username} data-hue={avatarShape(author.username).hue}>
              <Tooltip text={hereWords(author)} side="bottom">
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
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}

const hereWords = ({ username, since, hex }: Author) =>
  `${username}, here since ${clock(since)}${hex ? `, at ${hex.q}, ${hex.r}` : ''}`;
