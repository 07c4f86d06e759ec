import { terrainTypes } from '@hexpedition/contract/map-vocabulary';
import { addContinent } from '@hexpedition/hexkit/edits';
import { type KeyboardEvent, useState } from 'react';
import { slugOf } from '#lib/slug-of.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Label } from '#ui/label.tsx';
import { TextField } from '#ui/text-field.tsx';
import { brushes } from './canvas/brush.ts';
import css from './editor.module.css';
import { editorIcons } from './editor-icons.public.ts';
import { type Tool, toolFacts, tools } from './tools.ts';
import type { Editor } from './use-editor.ts';

/** The tools, each with its key, after the WAI-ARIA pattern "toolbar": one stop of the tab key, and arrows inside. */
export function Rail({ editor }: { editor: Editor }) {
  const [stop, setStop] = useState<Tool>(editor.options.tool);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = besideTool(stop, event.key);
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
          aria-keyshortcuts={toolFacts[tool].key}
          tabIndex={tool === stop ? 0 : -1}
          onFocus={() => setStop(tool)}
          onClick={() => editor.choose({ tool })}
        >
          <Icon name={editorIcons[tool]} />
          {toolFacts[tool].name}
          <span className={css.key} aria-hidden="true">
            {toolFacts[tool].key}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Up and down go round, Home and End to the ends. */
function besideTool(tool: Tool, key: string): Tool | undefined {
  const at = tools.indexOf(tool);
  if (key === 'ArrowDown') return tools[(at + 1) % tools.length];
  if (key === 'ArrowUp') return tools.at(at - 1);
  if (key === 'Home') return tools[0];
  return key === 'End' ? tools.at(-1) : undefined;
}

/** What the chosen tool can be told. */
export function ToolLine({ editor }: { editor: Editor }) {
  const { options, choose, document, carried, begun } = editor;
  const { tool } = options;
  const isBrush = tool === 'paint' || tool === 'erase' || tool === 'terrain';
  return (
    <div className={css.line}>
      <Label>{carried ? 'Place' : toolFacts[tool].name}</Label>
      {carried ? (
        <p className={css.about}>
          {carried.name}: click a hex, or go there with the arrow keys and press Enter. <Kbd>Esc</Kbd> gives up.
        </p>
      ) : (
        <>
          {(tool === 'paint' || tool === 'flood') && <ChooseContinent editor={editor} />}
          {tool === 'terrain' && (
            <label className={css.choice}>
              Sign
              <select
                value={options.terrain}
                onChange={(event) =>
                  choose({ terrain: terrainTypes.find((one) => one === event.target.value) ?? 'forest' })
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
                    onChange={() => choose({ brush })}
                  />
                  <span>{brush}</span>
                </label>
              ))}
            </fieldset>
          )}
          {tool === 'paint' && (
            <Checkbox checked={options.keepSea} onChange={(event) => choose({ keepSea: event.target.checked })}>
              Keep 2 hexes of sea around it
            </Checkbox>
          )}
          <p className={css.about}>
            {document.continents.length === 0
              ? 'There is no land yet. Choose Paint and make a continent.'
              : begun
                ? 'Click where the path leads. Escape gives up.'
                : toolFacts[tool].hint}
          </p>
          {tool === 'paint' && (
            <span className={css.keys}>
              <Kbd>Alt</Kbd> picks land <Kbd>Shift</Kbd> erases
            </span>
          )}
        </>
      )}
    </div>
  );
}

function ChooseContinent({ editor }: { editor: Editor }) {
  const { options, choose, document } = editor;
  const [isNew, setNew] = useState(false);
  return (
    <>
      <label className={css.choice}>
        Continent
        <select value={options.continent ?? ''} onChange={(event) => choose({ continent: event.target.value })}>
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
  const { document, change, choose } = editor;
  const [name, setName] = useState('');
  const slug = slugOf(name);
  const taken = document.continents.some((one) => one.slug === slug);
  const hues = ['teal', 'amber', 'violet', 'rose', 'green', 'orange', 'blue'] as const;
  const add = () => {
    if (!slug || taken) return;
    const colour = hues[document.continents.length % hues.length] ?? 'teal';
    change(`Add ${name}`, (map) => addContinent(map, slug, name.trim(), colour));
    choose({ tool: 'paint', continent: slug });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="A new continent"
      footer={
        <Button variant="primary" disabled={!slug || taken} onClick={add}>
          Make it, and paint
        </Button>
      }
    >
      <TextField
        label="Name"
        value={name}
        maxLength={80}
        // React's own autoFocus comes before the dialog is shown; showModal heeds the attribute.
        ref={(input) => input?.setAttribute('autofocus', '')}
        hint={slug ? `Its address ends in ${slug}.` : 'What people read on the map.'}
        error={taken ? 'There is a continent with this address. Choose another name.' : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The rest of this press would meet the button that has opened the dialog, since the focus is back there.
          event.preventDefault();
          add();
        }}
      />
    </Dialog>
  );
}
