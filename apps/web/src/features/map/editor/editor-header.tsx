import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { dateFormat, when } from '#lib/format.ts';
import { avatarShape } from '#ui/avatar-shape.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { editorIcons } from '#ui/editor-icons.ts';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import { Menu } from '#ui/menu.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './editor.module.css';
import presenceCss from './presence/presence.module.css';
import { type Author, initialsOf, type PresenceStore } from './presence/presence-store.ts';
import { type PreviewViewer, viewerNames, viewers } from './preview-journey.ts';
import { PublishSteps } from './publish-steps.tsx';
import type { Editor } from './use-editor.ts';

export const views = ['map', 'list', 'json', 'history'] as const;
export type EditorView = (typeof views)[number];

const viewNames: Record<EditorView, string> = { map: 'Map', list: 'List', json: 'JSON', history: 'History' };
const stateText = { saved: 'Saved', unsaved: 'Unsaved', saving: 'Saving …', failed: 'Not saved' } as const;

interface Props {
  editor: Editor;
  errors: number;
  preview: PreviewViewer | null;
  onPreview: (viewer: PreviewViewer | null) => void;
  onPublish: () => void;
  /** Moves the view to another author's position. */
  onGo: (author: Author) => void;
}

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
        <ul className={presenceCss.list} aria-label="Other authors">
          {others.slice(0, MAX_SHOWN).map((author) => (
            <li key={author.username} data-hue={avatarShape(author.username).hue}>
              <Tooltip text={presenceText(author)} side="bottom">
                {(props) => (
                  <button type="button" className={presenceCss.author} onClick={() => onGo(author)} {...props}>
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
            <li className={presenceCss.rest} title={rest.map(({ username }) => username).join(', ')}>
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

/** Header of the editor: map, views, publish steps, undo, save state, other authors, preview and publish. */
export function EditorHeader({ editor, errors, preview, onPreview, onPublish, onGo }: Props) {
  const { hexmap, server, state } = editor;
  return (
    <header className={css.head} data-part>
      <h1 className={css.name}>{hexmap === 'hexmap' ? 'Hex Map' : 'YouTube Map'}</h1>
      <nav className={css.views} aria-label="Views">
        {views.map((one) => (
          <Link
            key={one}
            to="/admin/map/$hexmap"
            params={{ hexmap }}
            search={one === 'map' ? {} : { view: one }}
            activeOptions={{ exact: true }}
            className={cx(css.tab, one === 'map' && css.wide)}
          >
            {viewNames[one]}
          </Link>
        ))}
      </nav>
      <PublishSteps editor={editor} />
      <div className={css.end}>
        <Button
          square
          size="sm"
          variant="quiet"
          aria-label={editor.undoes ? `Undo: ${editor.undoes}` : 'Nothing to undo'}
          disabled={!editor.undoes}
          onClick={editor.undo}
        >
          <Icon name={editorIcons.undo} />
        </Button>
        <Button
          square
          size="sm"
          variant="quiet"
          aria-label={editor.redoes ? `Redo: ${editor.redoes}` : 'Nothing to redo'}
          disabled={!editor.redoes}
          onClick={editor.redo}
        >
          <Icon name={editorIcons.redo} />
        </Button>
        {state === 'failed' ? (
          <Button size="sm" variant="danger" icon="refresh" title={editor.error} onClick={() => void editor.save()}>
            Not saved. Try again
          </Button>
        ) : (
          <span className={css.saved} role="status" data-state={state}>
            {state === 'saved' && <Icon name="tick" size={16} />}
            {state === 'saved' && server.saved ? `Saved ${when(server.saved.at)}` : stateText[state]}
          </span>
        )}
        <PresenceList presence={editor.presence} onGo={onGo} />
        {preview ? (
          <Button size="sm" icon="eye-off" onClick={() => onPreview(null)}>
            End preview
          </Button>
        ) : (
          <Menu
            trigger={(props) => (
              <Button size="sm" icon="eye" {...props}>
                Preview as …
              </Button>
            )}
          >
            {viewers.map((viewer) => (
              <button key={viewer} type="button" role="menuitem" className={css.item} onClick={() => onPreview(viewer)}>
                {viewerNames[viewer]}
              </button>
            ))}
          </Menu>
        )}
        <Button size="sm" variant="primary" onClick={onPublish}>
          {errors > 0 && <span className={css.errors}>{errors}</span>}
          Publish …
        </Button>
      </div>
    </header>
  );
}

/** Tabs for the two maps. */
export function MapTabs({ current }: { current: HexmapName }) {
  const tabs = [
    ['hexmap', 'Hex Map'],
    ['hexmapYT', 'YouTube Map'],
  ] as const;
  return (
    <nav className={css.tabs} aria-label="Maps">
      {tabs.map(([hexmap, name]) => (
        <Link
          key={hexmap}
          to="/admin/map/$hexmap"
          params={{ hexmap }}
          className={css.tab}
          aria-current={hexmap === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
