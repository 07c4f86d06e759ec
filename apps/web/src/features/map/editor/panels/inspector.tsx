import type { NodeRef } from '@hexpedition/contract';
import { colours } from '@hexpedition/contract/map-vocabulary';
import { decodeRuns } from '@hexpedition/hexkit/cells';
import {
  changeContinent,
  changeEdge,
  changeIcon,
  disconnect,
  edgeOf,
  putItem,
  removeContinent,
  setInitial,
  setStart,
} from '@hexpedition/hexkit/edits';
import { toPixel } from '@hexpedition/hexkit/hex';
import { type ReactNode, useEffect, useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { iconPaths } from '#ui/icon-paths.ts';
import { Label } from '#ui/label.tsx';
import { TextField } from '#ui/text-field.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { MapFrame } from '../../camera/map-frame.ts';
import type { Editor } from '../use-editor.ts';
import css from './panels.module.css';
import { useRestoredFocus } from './use-restored-focus.ts';

interface Props {
  editor: Editor;
  frame: MapFrame;
  nameOf: (ref: NodeRef) => string;
}

/** Properties of the selection: the map, a continent, an item or a path. */
export function Inspector({ editor, frame, nameOf }: Props) {
  const { selected } = editor;
  const restoredFocus = useRestoredFocus<HTMLElement>();
  return (
    <section className={css.inspector} aria-label="Inspector" data-part tabIndex={-1} {...restoredFocus}>
      {selected.kind !== 'map' && (
        <Button size="sm" variant="quiet" icon="arrow-left" onClick={() => editor.select({ kind: 'map' })}>
          All continents
        </Button>
      )}
      {selected.kind === 'map' && <MapInspector editor={editor} frame={frame} nameOf={nameOf} />}
      {selected.kind === 'continent' && (
        <ContinentInspector key={selected.slug} editor={editor} slug={selected.slug} nameOf={nameOf} />
      )}
      {selected.kind === 'item' && (
        <ItemInspector key={selected.ref} editor={editor} item={selected.ref} frame={frame} nameOf={nameOf} />
      )}
      {selected.kind === 'edge' && (
        <EdgeInspector editor={editor} from={selected.from} to={selected.to} nameOf={nameOf} />
      )}
    </section>
  );
}

const InspectorHeader = ({
  label,
  title,
  hue,
  children,
}: {
  label: string;
  title: string;
  hue?: string | undefined;
  children?: ReactNode;
}) => (
  <header className={css.top} data-hue={hue}>
    <div>
      <Label>{label}</Label>
      <h2 className={css.subject} tabIndex={-1}>
        {title}
      </h2>
    </div>
    {children}
  </header>
);

function MapInspector({ editor, frame, nameOf }: Props) {
  const { document, change } = editor;
  const { recommended_start: start, initial } = document;
  const hexes = document.continents.reduce((sum, { cells }) => sum + decodeRuns(cells).size, 0);
  return (
    <>
      <InspectorHeader label="Map" title={document.kind === 'videos' ? 'YouTube Map' : 'Hex Map'} />
      <p className={css.facts}>
        {plural(document.continents.length, 'continent')} · {plural(hexes, 'hex', 'hexes')} ·{' '}
        {plural(editor.nodes.length, 'item')}
      </p>
      <p className={css.pair}>
        <span>Start for newcomers</span>
        <strong>{start ? nameOf(start) : 'none'}</strong>
      </p>
      <p className={css.pair}>
        <span>Start view</span>
        <code>
          {Math.round(initial.x)}, {Math.round(initial.y)} · {initial.zoom}
        </code>
      </p>
      <Button
        size="sm"
        onClick={() => {
          const state = frame.last?.state;
          if (!state) return;
          const zoom = Math.round(Math.min(4, Math.max(0.05, state.k)) * 100) / 100;
          change('Set the start view', (map) =>
            setInitial(map, { x: Math.round(state.x), y: Math.round(state.y), zoom }),
          );
        }}
      >
        Use this view as the start
      </Button>
      <h3 className={css.subhead}>Continents</h3>
      <ul className={css.rows}>
        {document.continents.map(({ slug, name, colour }) => (
          <li key={slug} data-hue={colour}>
            <button type="button" className={css.row} onClick={() => editor.select({ kind: 'continent', slug })}>
              <span className={css.hex} /> {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function ContinentInspector({ editor, slug, nameOf }: { editor: Editor; slug: string; nameOf: Props['nameOf'] }) {
  const { document, change } = editor;
  const continent = document.continents.find((one) => one.slug === slug);
  if (!continent) return <p className={css.quiet}>This continent no longer exists.</p>;
  const items = editor.nodes.filter((node) => node.continent.slug === slug);
  return (
    <>
      <InspectorHeader label="Continent" title={continent.name} hue={continent.colour} />
      <p className={css.facts}>
        {plural(decodeRuns(continent.cells).size, 'hex', 'hexes')} · {plural(items.length, 'item')}
      </p>
      <CommitTextField
        label="Name"
        value={continent.name}
        onCommit={(name) => change('Rename a continent', (map) => changeContinent(map, slug, { name }))}
      />
      <p className={css.pair}>
        <span>URL</span>
        <code>
          /{document.kind === 'videos' ? 'youtube' : 'map'}/{slug}
        </code>
      </p>
      <fieldset className={css.colours}>
        <legend>Colour</legend>
        {colours.map((colour) => (
          <label key={colour} data-hue={colour} className={css.colour}>
            <input
              type="radio"
              name="colour"
              checked={continent.colour === colour}
              onChange={() => change('Change a colour', (map) => changeContinent(map, slug, { colour }))}
            />
            <span className={css.hex} title={colour} />
            <VisuallyHidden>{colour}</VisuallyHidden>
          </label>
        ))}
      </fieldset>
      <Checkbox
        checked={continent.label === null}
        onChange={(event) => {
          const first = items[0];
          const label = event.target.checked ? null : first ? { q: first.q, r: first.r - 1 } : { q: 0, r: 0 };
          change('Move a name', (map) => changeContinent(map, slug, { label }));
        }}
      >
        Position the name automatically
      </Checkbox>
      {continent.label && (
        <HexFields
          hex={continent.label}
          onCommit={(label) => change('Move a name', (map) => changeContinent(map, slug, { label }))}
        />
      )}
      <h3 className={css.subhead}>
        On this continent <span className={css.count}>{items.length}</span>
      </h3>
      <ul className={css.rows}>
        {items.map(({ ref, q, r }) => (
          <li key={ref}>
            <button type="button" className={css.row} onClick={() => editor.select({ kind: 'item', ref })}>
              {nameOf(ref)} <code>{`${q}, ${r}`}</code>
            </button>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="danger"
        onClick={() => {
          change(`Remove ${continent.name}`, (map) => removeContinent(map, slug));
          editor.select({ kind: 'map' });
        }}
      >
        Remove continent
      </Button>
    </>
  );
}

function ItemInspector({ editor, item, frame, nameOf }: Props & { item: NodeRef }) {
  const { document, change } = editor;
  const node = editor.nodes.find(({ ref }) => ref === item);
  if (!node) return <p className={css.quiet}>This is no longer on the map.</p>;
  const icon = node.continent.trainings.find(({ slug }) => `training:${slug}` === item)?.icon;
  const edges = document.paths.flatMap((path) => path.edges).filter(({ from, to }) => from === item || to === item);
  return (
    <>
      <InspectorHeader
        label={node.kind === 'lab' ? 'Lab' : 'Course'}
        title={nameOf(item)}
        hue={node.continent.colour}
      />
      <p className={css.facts}>
        {node.continent.name} · {node.slug}
      </p>
      <HexFields
        hex={node}
        onCommit={(hex) => change(`Move ${node.slug}`, (map) => putItem(map, { ref: item }, hex))}
      />
      {icon !== undefined && (
        <label className={css.field}>
          Icon
          <select
            value={icon}
            onChange={(event) => change('Change an icon', (map) => changeIcon(map, item, event.target.value))}
          >
            {Object.keys(iconPaths).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {node.kind === 'training' && (
        <Checkbox
          checked={document.recommended_start === item}
          onChange={(event) => change('Set the start', (map) => setStart(map, event.target.checked ? item : null))}
        >
          Newcomers start here
        </Checkbox>
      )}
      <h3 className={css.subhead}>
        Paths <span className={css.count}>{edges.length}</span>
      </h3>
      <ul className={css.rows}>
        {edges.map(({ from, to }) => (
          <li key={`${from} ${to}`}>
            <button type="button" className={css.row} onClick={() => editor.select({ kind: 'edge', from, to })}>
              {from === item ? `to ${nameOf(to)}` : `from ${nameOf(from)}`}
            </button>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button
          size="sm"
          onClick={() => frame.camera?.flyTo({ ...toPixel(node), k: Math.max(0.7, frame.camera.state.k) })}
        >
          Show on map
        </Button>
        <Button size="sm" variant="danger" onClick={() => editor.removeFromMap(item, node.slug)}>
          Remove from map
        </Button>
      </div>
    </>
  );
}

function EdgeInspector({
  editor,
  from,
  to,
  nameOf,
}: {
  editor: Editor;
  from: NodeRef;
  to: NodeRef;
  nameOf: Props['nameOf'];
}) {
  const edge = edgeOf(editor.document, from, to);
  if (!edge) return <p className={css.quiet}>This path no longer exists.</p>;
  const { change } = editor;
  return (
    <>
      <InspectorHeader label="Path" title={`${nameOf(from)} → ${nameOf(to)}`} />
      <Checkbox
        checked={edge.style === 'optional'}
        onChange={(event) =>
          change('Change a path', (map) =>
            changeEdge(map, from, to, { style: event.target.checked ? 'optional' : 'main' }),
          )
        }
      >
        Optional path
      </Checkbox>
      <p className={css.facts}>
        {edge.via.length > 0
          ? `Passes through ${edge.via.map(([q, r]) => `${q}, ${r}`).join(' · ')}`
          : 'Shortest route. To change it, click hexes with the path tool.'}
      </p>
      <div className={css.actions}>
        {edge.via.length > 0 && (
          <Button
            size="sm"
            onClick={() => change('Straighten a path', (map) => changeEdge(map, from, to, { via: [] }))}
          >
            Straighten
          </Button>
        )}
        <Button
          size="sm"
          variant="danger"
          onClick={() => {
            change('Remove a path', (map) => disconnect(map, from, to));
            editor.select({ kind: 'item', ref: from });
          }}
        >
          Remove path
        </Button>
      </div>
    </>
  );
}

/** Text field that applies its change on blur or Enter, so that not every letter becomes an undo step. */
function CommitTextField(props: { label: string; value: string; onCommit: (value: string) => void }) {
  const { label, value, onCommit } = props;
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const commit = () => {
    const text = typed.trim();
    if (text && text !== value) onCommit(text);
    else setTyped(value);
  };
  return (
    <TextField
      label={label}
      value={typed}
      maxLength={80}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

type HexPosition = { q: number; r: number };

function HexFields({ hex, onCommit }: { hex: HexPosition; onCommit: (hex: HexPosition) => void }) {
  const field = (axis: 'q' | 'r') => (
    <label className={css.field}>
      {axis}
      <input
        type="number"
        value={hex[axis]}
        onChange={({ target: { valueAsNumber } }) => {
          if (Number.isInteger(valueAsNumber) && Math.abs(valueAsNumber) < 10_000)
            onCommit({ q: hex.q, r: hex.r, [axis]: valueAsNumber });
        }}
      />
    </label>
  );
  return (
    <div className={css.place}>
      {field('q')}
      {field('r')}
    </div>
  );
}
