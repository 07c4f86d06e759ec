import type { MapDraft, NodeRef } from '@hexpedition/contract';
import type { HexmapName } from '@hexpedition/contract/map-vocabulary';
import { toPixel } from '@hexpedition/hexkit/hex';
import type { Issue } from '@hexpedition/hexkit/issues';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { labsQuery } from '#entities/lab/lab-queries.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { makeAtlas } from '../atlas/atlas.ts';
import { MapFrame } from '../camera/map-frame.ts';
import { CanvasSection } from './canvas/canvas-section.tsx';
import css from './editor.module.css';
import { EditorHeader, type EditorView, MapTabs } from './editor-header.tsx';
import { draftQuery } from './editor-queries.ts';
import { ConflictDialog } from './panels/conflict-dialog.tsx';
import { HistoryView } from './panels/history-view.tsx';
import { Inspector } from './panels/inspector.tsx';
import { JsonView } from './panels/json-view.tsx';
import { ListView } from './panels/list-view.tsx';
import { ProblemsPanel } from './panels/problems-panel.tsx';
import { PublishMapDialog } from './panels/publish-map-dialog.tsx';
import { listUnplaced } from './panels/unplaced-items.ts';
import { useProblems } from './panels/use-problems.ts';
import { useRestoredFocus } from './panels/use-restored-focus.ts';
import type { Author } from './presence/presence-store.ts';
import { type PreviewViewer, previewJourney } from './preview-journey.ts';
import { Toolbar } from './toolbar.tsx';
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
  const { mapTrainings, nameOf, known } = useKnownItems(hexmap, trainings, labs);
  const editor = useEditor(hexmap, first, known);
  const { compiled, document } = editor;
  const restoredFocus = useRestoredFocus<HTMLDivElement>();
  const [preview, setPreview] = useState<PreviewViewer | null>(null);
  const [isPublishing, setPublishing] = useState(false);

  const atlas = useMemo(() => compiled && makeAtlas(compiled.map, mapTrainings, labs), [compiled, mapTrainings, labs]);
  const journey = useMemo(
    // The author sees every course as open.
    () => atlas && (preview ? previewJourney(atlas, preview, free_tier) : previewJourney(atlas, 'paid', 42)),
    [atlas, preview, free_tier],
  );

  const tray = useMemo(
    () => listUnplaced(hexmap, document, mapTrainings, labs),
    [hexmap, document, mapTrainings, labs],
  );

  const goTo = ({ username, hex }: Author) => {
    if (!hex) return editor.announce(`${username} is not on the map right now.`);
    if (view !== 'map') void navigate({ to: '/admin/map/$hexmap', params: { hexmap }, search: {} });
    frame.camera?.flyTo({ ...toPixel(hex), k: Math.max(0.7, frame.camera.state.k) });
    editor.announce(`${username} is at ${hex.q}, ${hex.r}.`);
  };

  const showProblem = (problem: Issue) => {
    if (view !== 'map') void navigate({ to: '/admin/map/$hexmap', params: { hexmap }, search: {} });
    if (problem.ref && editor.nodes.some(({ ref }) => ref === problem.ref))
      editor.select({ kind: 'item', ref: problem.ref });
    else if (problem.continent) editor.select({ kind: 'continent', slug: problem.continent });
    const { camera } = frame;
    if (problem.at && camera) camera.flyTo({ ...toPixel(problem.at), k: Math.max(0.7, camera.state.k) });
    if (problem.at) editor.moveCursor(problem.at);
    editor.announce(problem.message);
  };
  const { problems, activeProblem, ...navigation } = useProblems(compiled?.issues, showProblem);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  useEditorKeys(editor, navigation.openNext);

  return (
    <div className={css.editor} data-view={view}>
      <EditorHeader
        editor={editor}
        errors={errors}
        preview={preview}
        onPreview={setPreview}
        onPublish={() => setPublishing(true)}
        onGo={goTo}
      />
      <p className={css.narrow}>The canvas needs a wider screen, so this is the map as a list.</p>
      {!preview && <Toolbar editor={editor} />}
      <CanvasSection
        editor={editor}
        atlas={atlas}
        journey={journey}
        frame={frame}
        preview={preview}
        problems={problems}
        activeProblem={activeProblem}
        tray={tray}
      />
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
            onOpen={navigation.open}
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

/** Courses that belong on the map, names of all courses and labs, and the slugs that the compiler accepts. */
function useKnownItems(hexmap: HexmapName, trainings: Props['trainings'], labs: Props['labs']) {
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
  return { mapTrainings, nameOf, known };
}
