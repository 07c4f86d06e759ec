import { terrainTypes } from '@hexpedition/contract/map-vocabulary';
import { addContinent } from '@hexpedition/hexkit/edits';
import { type KeyboardEvent, useState } from 'react';
import { slugOf } from '#lib/slug-of.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { editorIcons } from '#ui/editor-icons.ts';
import { Icon } from '#ui/icon.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Label } from '#ui/label.tsx';
import { TextField } from '#ui/text-field.tsx';
import { brushes } from './canvas/brush.ts';
import css from './editor.module.css';
import { type Tool, toolInfo, tools } from './editor-tools.ts';
import type { Editor } from './use-editor.ts';

/** Tool buttons with their keys. Follows the WAI-ARIA toolbar pattern: one tab stop, and arrow keys inside. */
export function Toolbar({ editor }: { editor: Editor }) {
  const [stop, setStop] = useState<Tool>(editor.options.tool);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = nextTool(stop, event.key);
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('button')[tools.indexOf(to)]?.focus();
  };
  return (
    <div
      className={css.rail}
      role="toolbar"
      aria-label="Tools"
      aria-orientation="vertical"
      data-part
      onKeyDown={onKeyDown}
    >
      {tools.map((tool) => (
        <button
          key={tool}
          type="button"
          className={css.tool}
          aria-pressed={editor.options.tool === tool}
          aria-keyshortcuts={toolInfo[tool].key}
          tabIndex={tool === stop ? 0 : -1}
          onFocus={() => setStop(tool)}
          onClick={() => editor.setOptions({ tool })}
        >
          <Icon name={editorIcons[tool]} />
          {toolInfo[tool].name}
          <span className={css.key} aria-hidden="true">
            {toolInfo[tool].key}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Returns the tool for an arrow key. Up and down wrap around; Home and End go to the ends. */
function nextTool(tool: Tool, key: string): Tool | undefined {
  const at = tools.indexOf(tool);
  if (key === 'ArrowDown') return tools[(at + 1) % tools.length];
  if (key === 'ArrowUp') return tools.at(at - 1);
  if (key === 'Home') return tools[0];
  return key === 'End' ? tools.at(-1) : undefined;
}

/** Options of the selected tool. */
export function ToolOptionsBar({ editor }: { editor: Editor }) {
  const { options, setOptions, document, carried, pathStart, refusal } = editor;
  const { tool } = options;
  const isBrush = tool === 'paint' || tool === 'erase' || tool === 'terrain';
  return (
    <div className={css.line}>
      <Label>{carried ? 'Place' : toolInfo[tool].name}</Label>
      {carried ? (
        <p className={css.about}>
          {carried.name}: click a hex, or go there with the arrow keys and press Enter. <Kbd>Esc</Kbd> cancels.
        </p>
      ) : (
        <>
          {(tool === 'paint' || tool === 'flood') && <ContinentSelect editor={editor} />}
          {tool === 'terrain' && (
            <label className={css.choice}>
              Terrain
              <select
                value={options.terrain}
                onChange={(event) =>
                  setOptions({ terrain: terrainTypes.find((one) => one === event.target.value) ?? 'forest' })
                }
              >
                {terrainTypes.map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </select>
            </label>
          )}
          {isBrush && (
            <fieldset className={css.brushes}>
              <legend>Brush</legend>
              {brushes.map((brush) => (
                <label key={brush}>
                  <input
                    type="radio"
                    name="brush"
                    checked={options.brush === brush}
                    onChange={() => setOptions({ brush })}
                  />
                  <span>{brush}</span>
                </label>
              ))}
            </fieldset>
          )}
          {tool === 'paint' && (
            <Checkbox checked={options.keepSea} onChange={(event) => setOptions({ keepSea: event.target.checked })}>
              Keep 2 hexes of sea between continents
            </Checkbox>
          )}
          <p className={css.about} data-refused={refusal !== '' || undefined}>
            {refusal ||
              (document.continents.length === 0
                ? 'There is no land yet. Select Paint and create a continent.'
                : pathStart
                  ? 'Click the end of the path. Escape cancels.'
                  : toolInfo[tool].hint)}
          </p>
          {tool === 'paint' && (
            <span className={css.keys}>
              <Kbd>Alt</Kbd> picks a continent <Kbd>Shift</Kbd> erases
            </span>
          )}
        </>
      )}
    </div>
  );
}

function ContinentSelect({ editor }: { editor: Editor }) {
  const { options, setOptions, document } = editor;
  const [isNew, setNew] = useState(false);
  return (
    <>
      <label className={css.choice}>
        Continent
        <select value={options.continent ?? ''} onChange={(event) => setOptions({ continent: event.target.value })}>
          {!options.continent && <option value="">none</option>}
          {document.continents.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button size="sm" icon="plus" onClick={() => setNew(true)}>
        New
      </Button>
      {isNew && <NewContinent editor={editor} onClose={() => setNew(false)} />}
    </>
  );
}

function NewContinent({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { document, change, setOptions } = editor;
  const [name, setName] = useState('');
  const slug = slugOf(name);
  const exists = document.continents.some((one) => one.slug === slug);
  const colours = ['teal', 'amber', 'violet', 'rose', 'green', 'orange', 'blue'] as const;
  const add = () => {
    if (!slug || exists) return;
    const colour = colours[document.continents.length % colours.length] ?? 'teal';
    change(`Add ${name}`, (map) => addContinent(map, slug, name.trim(), colour));
    setOptions({ tool: 'paint', continent: slug });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="New continent"
      footer={
        <Button variant="primary" disabled={!slug || exists} onClick={add}>
          Create and paint
        </Button>
      }
    >
      <TextField
        label="Name"
        value={name}
        maxLength={80}
        // React's autoFocus runs before the dialog is shown, so the attribute is set for showModal.
        ref={(input) => input?.setAttribute('autofocus', '')}
        hint={slug ? `Its URL ends in ${slug}.` : 'Shown on the map.'}
        error={exists ? 'A continent with this URL exists. Choose another name.' : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Otherwise the same key press would click the button that opened the dialog, which has the focus again.
          event.preventDefault();
          add();
        }}
      />
    </Dialog>
  );
}
