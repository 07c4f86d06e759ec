import type { MapDraft, NodeRef } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { putItem } from '@hexpedition/hexkit/edits';
import { toPixel } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { placeMissing } from '@hexpedition/hexkit/place-missing';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { labsQuery } from '#features/labs/queries.public.ts';
import { trainingsQuery } from '#features/learn/queries.public.ts';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useFeatures } from '#shell/use-features.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { makeAtlas } from '../atlas/atlas.ts';
import { MapFrame } from '../camera/map-frame.ts';
import { EditorCanvas } from './canvas/editor-canvas.tsx';
import { hexUnder } from './canvas/strokes.ts';
import css from './editor.module.css';
import { EditorHead, type EditorView, MapTabs } from './editor-head.tsx';
import { canvasOf } from './focus.ts';
import type { Author } from './here/here.ts';
import { ConflictPanel } from './panels/conflict.tsx';
import { Faults } from './panels/faults.tsx';
import { HistoryView } from './panels/history-view.tsx';
import { Inspector } from './panels/inspector.tsx';
import { JsonView } from './panels/json-view.tsx';
import { ListView } from './panels/list-view.tsx';
import { PublishDialog } from './panels/publish-dialog.tsx';
import { Tray } from './panels/tray.tsx';
import { useKeptFocus } from './panels/use-kept-focus.ts';
import { type PreviewViewer, previewJourney, viewerNames } from './preview.ts';
import { draftQuery } from './queries.ts';
import { Rail, ToolLine } from './toolbar.tsx';
import { type Carried, type Unplaced, wantedOf } from './tools.ts';
import { useEditor } from './use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';

/** The editor of a map, once its draft and all that may lie on it are known. */
export function MapEditorPage({ hexmap, view }: { hexmap: HexmapName; view: EditorView }) {
  const draft = usePersonalQuery(draftQuery(hexmap));
  const trainings = useQuery(trainingsQuery);
  const labs = useQuery(labsQuery);
  const error = draft.error ?? trainings.error ?? labs.error;
  const isReady = draft.data && trainings.data && labs.data;
  return (
    <div className={css.page}>
      <MapTabs current={hexmap} />
      {!isReady && error && (
        <Callout kind="danger" role="alert" action={<Button onClick={() => void draft.refetch()}>Try again</Button>}>
          <p>{messageOf(error)}</p>
        </Callout>
      )}
      {!isReady && !error && <Skeleton shape="block" lines={6} />}
      {isReady && (
        <MapEditor
          key={hexmap}
          hexmap={hexmap}
          view={view}
          first={draft.data}
          trainings={trainings.data.trainings}
          labs={labs.data.labs}
        />
      )}
    </div>
  );
}

interface Props {
  hexmap: HexmapName;
  view: EditorView;
  first: MapDraft;
  trainings: Parameters<typeof makeAtlas>[1];
  labs: Parameters<typeof makeAtlas>[2];
}

function MapEditor({ hexmap, view, first, trainings, labs }: Props) {
  const navigate = useNavigate();
  const { free_tier } = useFeatures();
  const [frame] = useState(() => new MapFrame());
  const own = useMemo(
    () => trainings.filter(({ kind }) => (kind === 'video') === (hexmap === 'hexmapYT')),
    [trainings, hexmap],
  );
  const names = useMemo(
    () =>
      Object.fromEntries([
        ...trainings.map(({ slug, name }) => [`training:${slug}`, name] as const),
        ...labs.map(({ slug, name }) => [`lab:${slug}`, name] as const),
      ]),
    [trainings, labs],
  );
  const nameOf = useCallback((ref: NodeRef) => names[ref] ?? ref, [names]);
  const known = useMemo(
    () => ({
      trainings: own.map(({ slug }) => slug),
      labs: labs.map(({ slug }) => slug),
      continents: new Map(trainings.map(({ slug, continent }) => [slug, continent])),
      names,
    }),
    [trainings, own, labs, names],
  );
  const editor = useEditor(hexmap, first, known);
  const { compiled, document } = editor;
  const kept = useKeptFocus<HTMLDivElement>();
  const [preview, setPreview] = useState<PreviewViewer | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const [flown, setFlown] = useState<Issue>();

  const atlas = useMemo(() => compiled && makeAtlas(compiled.map, own, labs), [compiled, own, labs]);
  const journey = useMemo(
    // The author sees everything open.
    () => atlas && (preview ? previewJourney(atlas, preview, free_tier) : previewJourney(atlas, 'paid', 42)),
    [atlas, preview, free_tier],
  );
  /** In the order of their numbers, errors first. What has no hex yet is in the tray. */
  const faults = useMemo(() => {
    const listed = compiled?.issues.filter(({ code }) => code !== 'unplaced') ?? [];
    return listed.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  }, [compiled]);
  const errors = faults.filter(({ severity }) => severity === 'error').length;

  const tray = useMemo<Unplaced[]>(() => {
    const placed = new Set<string>(editor.nodes.map(({ ref }) => ref));
    const [first] = document.continents;
    /** Where something belongs; a lab belongs nowhere by itself, and goes to the first land. */
    const continentOf = (slug: string | undefined) => {
      const found = document.continents.find((one) => one.slug === slug) ?? (slug === undefined ? first : undefined);
      const { name = slug ?? 'New land', colour = 'teal' } = found ?? {};
      return { slug: found?.slug ?? slug ?? 'new-land', name, colour };
    };
    const courses = own.map(({ slug, name, icon, continent, subchapters }) => ({
      ref: `training:${slug}`,
      name,
      icon,
      about: `${continentOf(continent).name} · ${plural(subchapters, 'lesson')}`,
      continent: continentOf(continent),
    }));
    const targets =
      hexmap === 'hexmap'
        ? labs.map(({ slug, name }) => ({ ref: `lab:${slug}`, name, about: 'Lab', continent: continentOf(undefined) }))
        : [];
    return [...courses, ...targets].filter(({ ref }) => !placed.has(ref));
  }, [document, editor.nodes, own, labs, hexmap]);

  const goTo = ({ username, hex }: Author) => {
    if (!hex) return editor.say(`${username} has no hex at hand.`);
    if (view !== 'map') void navigate({ to: '/admin/map/$hexmap', params: { hexmap }, search: {} });
    frame.camera?.flyTo({ ...toPixel(hex), k: Math.max(0.7, frame.camera.state.k) });
    editor.say(`${username} is at ${hex.q}, ${hex.r}.`);
  };

  const show = (fault: Issue) => {
    setFlown(fault);
    if (view !== 'map') void navigate({ to: '/admin/map/$hexmap', params: { hexmap }, search: {} });
    if (fault.ref && editor.nodes.some(({ ref }) => ref === fault.ref)) editor.select({ kind: 'item', ref: fault.ref });
    else if (fault.continent) editor.select({ kind: 'continent', slug: fault.continent });
    const { camera } = frame;
    if (fault.at && camera) camera.flyTo({ ...toPixel(fault.at), k: Math.max(0.7, camera.state.k) });
    if (fault.at) editor.lead(fault.at);
    editor.say(fault.message);
  };
  const showNext = () => {
    const next =
      faults[(flown ? faults.findIndex(({ message }) => message === flown.message) + 1 : 0) % (faults.length || 1)];
    if (next) show(next);
  };
  useEditorKeys(editor, showNext);

  const drop = (item: Carried, event: PointerEvent) => {
    const stage = canvasOf();
    const box = stage?.getBoundingClientRect();
    if (!stage || !box) return;
    const { clientX: x, clientY: y } = event;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return;
    const hex = hexUnder(frame, stage, event);
    if (!hex) return;
    editor.change(`Place ${item.name}`, (map) => putItem(map, item, hex));
    editor.select({ kind: 'item', ref: item.ref });
    editor.carry(null);
  };

  const placeAll = () => {
    const wanted = tray.map((item) => {
      const before = document.continents.find(({ slug }) => slug === item.continent.slug)?.trainings.at(-1);
      return { ...wantedOf(item), after: before ? `training:${before.slug}` : null };
    });
    let left: string[] = [];
    editor.change('Place all', (map) => {
      const placed = placeMissing(map, wanted);
      left = placed.homeless;
      return placed.map;
    });
    editor.say(
      left.length === 0
        ? 'Everything has its hex.'
        : `There is no room for ${left.length} of them. Other continents are too near.`,
    );
  };

  return (
    <div className={css.editor} data-view={view}>
      <EditorHead
        editor={editor}
        errors={errors}
        preview={preview}
        onPreview={setPreview}
        onPublish={() => setPublishing(true)}
        onGo={goTo}
      />
      <p className={css.narrow}>The canvas needs a wider screen. Here is the map as a list.</p>
      {!preview && <Rail editor={editor} />}
      <div className={css.centre}>
        {preview ? (
          <p className={css.line}>You look at the map as: {viewerNames[preview]}. Nothing can be changed meanwhile.</p>
        ) : (
          <ToolLine editor={editor} />
        )}
        <p id="canvas-keys" className={css.hidden}>
          Arrow keys move the hex cursor, Space uses the tool there, Enter picks up and puts down, Delete takes off the
          map, Escape gives up. V B E P T F choose tools, F6 leads to the next part of the editor, F8 to the next fault.
        </p>
        {atlas && journey ? (
          <EditorCanvas
            editor={editor}
            atlas={atlas}
            journey={journey}
            frame={frame}
            isPreview={preview !== null}
            faults={faults}
            flown={flown}
          />
        ) : (
          <Skeleton shape="block" lines={8} />
        )}
        {!preview && (
          <Tray
            items={tray}
            faultsOf={({ ref }) => faults.flatMap((fault, i) => (fault.ref === ref ? [i + 1] : []))}
            carried={editor.carried}
            onCarry={(item) => {
              editor.carry(item);
              // The next keys steer it.
              if (item) canvasOf()?.focus();
            }}
            onDrop={drop}
            onPlaceAll={placeAll}
          />
        )}
      </div>
      <div className={css.otherViews} data-part tabIndex={-1} {...kept}>
        {view === 'json' && <JsonView editor={editor} />}
        {view === 'history' && <HistoryView editor={editor} />}
        <div className={css.asList}>
          <ListView
            editor={editor}
            nameOf={nameOf}
            onShow={(ref) => {
              editor.select({ kind: 'item', ref });
              void navigate({ to: '/admin/map/$hexmap', params: { hexmap }, search: {} });
              const node = editor.nodes.find((one) => one.ref === ref);
              if (node) frame.camera?.flyTo({ ...toPixel(node), k: 0.9 });
            }}
          />
        </div>
      </div>
      {!preview && (
        <aside className={css.side}>
          <Inspector editor={editor} frame={frame} nameOf={nameOf} />
          <Faults editor={editor} faults={faults} flown={flown} onFly={show} nameOf={nameOf} tray={tray} />
        </aside>
      )}
      <VisuallyHidden>
        <span role="status">{editor.said}</span>
      </VisuallyHidden>
      {editor.conflict && <ConflictPanel conflict={editor.conflict} onSettle={editor.settle} />}
      {isPublishing && <PublishDialog editor={editor} onClose={() => setPublishing(false)} />}
    </div>
  );
}
