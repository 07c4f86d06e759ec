import type { MapDraft, NodeRef } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { putItem } from '@hexpedition/hexkit/edits';
import { toPixel } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { placeMissing } from '@hexpedition/hexkit/place-missing';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { labsQuery } from '#entities/lab/lab-queries.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { makeAtlas } from '../atlas/atlas.ts';
import { MapFrame } from '../camera/map-frame.ts';
import { hexUnder } from './canvas/canvas-pointer.ts';
import { EditorCanvas } from './canvas/editor-canvas.tsx';
import { findCanvas } from './canvas-focus.ts';
import css from './editor.module.css';
import { EditorHead, type EditorView, MapTabs } from './editor-head.tsx';
import { draftQuery } from './editor-queries.ts';
import { type Carried, expectedItemOf, type Unplaced } from './editor-tools.ts';
import { ConflictDialog } from './panels/conflict-dialog.tsx';
import { HistoryView } from './panels/history-view.tsx';
import { Inspector } from './panels/inspector.tsx';
import { JsonView } from './panels/json-view.tsx';
import { ListView } from './panels/list-view.tsx';
import { ProblemsPanel } from './panels/problems-panel.tsx';
import { PublishMapDialog } from './panels/publish-map-dialog.tsx';
import { Tray } from './panels/tray.tsx';
import { useRestoredFocus } from './panels/use-restored-focus.ts';
import type { Author } from './presence/presence-store.ts';
import { type PreviewViewer, previewJourney, viewerNames } from './preview-journey.ts';
import { Toolbar, ToolOptionsBar } from './toolbar.tsx';
import { useEditor } from './use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';

/** Loads a map's draft and the items that can be on it, then shows the editor. */
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
  const mapTrainings = useMemo(
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
      trainings: mapTrainings.map(({ slug }) => slug),
      labs: labs.map(({ slug }) => slug),
      continents: new Map(trainings.map(({ slug, continent }) => [slug, continent])),
      names,
    }),
    [trainings, mapTrainings, labs, names],
  );
  const editor = useEditor(hexmap, first, known);
  const { compiled, document } = editor;
  const restoredFocus = useRestoredFocus<HTMLDivElement>();
  const [preview, setPreview] = useState<PreviewViewer | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const [activeProblem, setActiveProblem] = useState<Issue>();

  const atlas = useMemo(() => compiled && makeAtlas(compiled.map, mapTrainings, labs), [compiled, mapTrainings, labs]);
  const journey = useMemo(
    // The author sees every course as open.
    () => atlas && (preview ? previewJourney(atlas, preview, free_tier) : previewJourney(atlas, 'paid', 42)),
    [atlas, preview, free_tier],
  );
  /** Problems in the order of their numbers, errors first. Unplaced items are in the tray instead. */
  const problems = useMemo(() => {
    const listed = compiled?.issues.filter(({ code }) => code !== 'unplaced') ?? [];
    return listed.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  }, [compiled]);
  const errors = problems.filter(({ severity }) => severity === 'error').length;

  const tray = useMemo<Unplaced[]>(() => {
    const placed = new Set<string>(editor.nodes.map(({ ref }) => ref));
    const [firstContinent] = document.continents;
    /** Returns the continent of an item. Labs belong to no continent and go to the first one. */
    const continentOf = (slug: string | undefined) => {
      const found =
        document.continents.find((one) => one.slug === slug) ?? (slug === undefined ? firstContinent : undefined);
      const { name = slug ?? 'New continent', colour = 'teal' } = found ?? {};
      return { slug: found?.slug ?? slug ?? 'new-land', name, colour };
    };
    const courses = mapTrainings.map(({ slug, name, icon, continent, subchapters }) => ({
      ref: `training:${slug}`,
      name,
      icon,
      about: `${continentOf(continent).name} · ${plural(subchapters, 'lesson')}`,
      continent: continentOf(continent),
    }));
    const labItems =
      hexmap === 'hexmap'
        ? labs.map(({ slug, name }) => ({ ref: `lab:${slug}`, name, about: 'Lab', continent: continentOf(undefined) }))
        : [];
    return [...courses, ...labItems].filter(({ ref }) => !placed.has(ref));
  }, [document, editor.nodes, mapTrainings, labs, hexmap]);

  const goTo = ({ username, hex }: Author) => {
    if (!hex) return editor.announce(`${username} is not on the map right now.`);
    if (view !== 'map') void navigate({ to: '/admin/map/$hexmap', params: { hexmap }, search: {} });
    frame.camera?.flyTo({ ...toPixel(hex), k: Math.max(0.7, frame.camera.state.k) });
    editor.announce(`${username} is at ${hex.q}, ${hex.r}.`);
  };

  const showProblem = (problem: Issue) => {
    setActiveProblem(problem);
    if (view !== 'map') void navigate({ to: '/admin/map/$hexmap', params: { hexmap }, search: {} });
    if (problem.ref && editor.nodes.some(({ ref }) => ref === problem.ref))
      editor.select({ kind: 'item', ref: problem.ref });
    else if (problem.continent) editor.select({ kind: 'continent', slug: problem.continent });
    const { camera } = frame;
    if (problem.at && camera) camera.flyTo({ ...toPixel(problem.at), k: Math.max(0.7, camera.state.k) });
    if (problem.at) editor.moveCursor(problem.at);
    editor.announce(problem.message);
  };
  const showNextProblem = () => {
    const last = activeProblem ? problems.findIndex(({ message }) => message === activeProblem.message) : -1;
    const next = problems[(last + 1) % (problems.length || 1)];
    if (next) showProblem(next);
  };
  useEditorKeys(editor, showNextProblem);

  const drop = (item: Carried, event: PointerEvent) => {
    const stage = findCanvas();
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
    const expected = tray.map((item) => {
      const before = document.continents.find(({ slug }) => slug === item.continent.slug)?.trainings.at(-1);
      return { ...expectedItemOf(item), after: before ? `training:${before.slug}` : null };
    });
    let unplaced: string[] = [];
    editor.change('Place all', (map) => {
      const placed = placeMissing(map, expected);
      unplaced = placed.unplaced;
      return placed.map;
    });
    editor.announce(
      unplaced.length === 0
        ? 'Everything is on the map.'
        : `There is no room for ${plural(unplaced.length, 'item')}. Other continents are too close.`,
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
      <p className={css.narrow}>The canvas needs a wider screen, so this is the map as a list.</p>
      {!preview && <Toolbar editor={editor} />}
      <div className={css.centre}>
        {preview ? (
          <p className={css.line}>Preview as {viewerNames[preview]}. End the preview to edit the map.</p>
        ) : (
          <ToolOptionsBar editor={editor} />
        )}
        <p id="canvas-keys" className={css.hidden}>
          Arrow keys move the hex cursor. Space uses the tool. Enter picks up and puts down. Delete removes an item from
          the map. Escape cancels. V, B, E, P, T and F select tools. F6 moves to the next part of the editor, F8 to the
          next problem.
        </p>
        {atlas && journey ? (
          <EditorCanvas
            editor={editor}
            atlas={atlas}
            journey={journey}
            frame={frame}
            isPreview={preview !== null}
            problems={problems}
            activeProblem={activeProblem}
          />
        ) : (
          <Skeleton shape="block" lines={8} />
        )}
        {!preview && (
          <Tray
            items={tray}
            problemNumbersOf={({ ref }) => problems.flatMap((problem, i) => (problem.ref === ref ? [i + 1] : []))}
            carried={editor.carried}
            onCarry={(item) => {
              editor.carry(item);
              // The arrow keys then move the item.
              if (item) findCanvas()?.focus();
            }}
            onDrop={drop}
            onPlaceAll={placeAll}
          />
        )}
      </div>
      <div className={css.otherViews} data-part tabIndex={-1} {...restoredFocus}>
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
          <ProblemsPanel
            editor={editor}
            problems={problems}
            activeProblem={activeProblem}
            onOpen={showProblem}
            nameOf={nameOf}
            tray={tray}
          />
        </aside>
      )}
      <VisuallyHidden>
        <span role="status">{editor.announcement}</span>
      </VisuallyHidden>
      {editor.conflict && <ConflictDialog conflict={editor.conflict} onSettle={editor.settle} />}
      {isPublishing && <PublishMapDialog editor={editor} onClose={() => setPublishing(false)} />}
    </div>
  );
}
