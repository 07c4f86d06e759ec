import type { MapDocument, MapKind } from '@hexpedition/contract';
import { compileMap, type KnownSlugs, MapDocumentError, parseMapDocument } from '@hexpedition/hexkit';
import { LineCounter, parseDocument } from 'yaml';
import type { Report } from '../diagnostics.ts';
import type { KnownTraining } from './curriculum-registry.ts';

/** The files of the two maps, in the folder of the curriculum. */
export const mapFiles = { trainings: 'map.json', videos: 'map-videos.json' } as const satisfies Record<MapKind, string>;

interface KnownReferences {
  trainings: readonly KnownTraining[];
  labs: ReadonlySet<string> | null;
  /** True when a training could not be read. */
  incomplete: boolean;
}

/** Reads the file of a map; undefined, and reported, when it cannot be drawn. */
export function readMap(kind: MapKind, text: string, known: KnownReferences, report: Report): MapDocument | undefined {
  const source = parseJson(text, report);
  if (source === undefined) return undefined;
  const lines = new JsonLines(text);
  try {
    const document = parseMapDocument(source);
    if (document.kind !== kind) {
      report(lines.ofPath('kind'), 'map-kind', `This file must be the map of ${kind}: write "kind": "${kind}".`);
      return undefined;
    }
    const { issues } = compileMap(document, slugsForMap(kind, known, document));
    for (const { code, message, severity, ref, continent } of issues) {
      // A training that could not be read is not unknown, nor is its continent. Its own problem is reported elsewhere.
      if (known.incomplete && (code === 'unknown_slug' || code === 'unknown_continent')) continue;
      // The import places it.
      if (code === 'unplaced' && ref?.startsWith('training:')) continue;
      const line = lines.ofItem(ref, continent);
      // It may have been hidden in the browser after this file was written. The import leaves it off the map.
      const notOnMap =
        code === 'unknown_slug' ? known.trainings.find(({ slug }) => ref === `training:${slug}`) : undefined;
      if (notOnMap) report(line, 'map-not-shown', notShownMessage(notOnMap), 'warning');
      else report(line, `map-${code.replaceAll('_', '-')}`, message, severity);
    }
    return document;
  } catch (error) {
    if (!(error instanceof MapDocumentError)) throw error;
    for (const { path, message } of error.problems) report(lines.ofPath(path), 'map-shape', `${path}: ${message}`);
    return undefined;
  }
}

const notShownMessage = ({ slug, hidden }: KnownTraining): string =>
  hidden
    ? `The course ${slug} is hidden, so it is left off the map. Show it, or remove it from this file.`
    : `The course ${slug} belongs on the other map. Remove it from this file.`;

/** Slugs that may be on a map. If the labs are unknown, the labs in the file count as known. */
export function slugsForMap(
  kind: MapKind,
  { trainings, labs }: Pick<KnownReferences, 'trainings' | 'labs'>,
  file: MapDocument | undefined,
): KnownSlugs {
  const visible = trainings.filter(({ hidden }) => !hidden);
  return {
    trainings: trainings.filter((one) => belongsOnMap(kind, one)).map(({ slug }) => slug),
    labs: labs ? [...labs] : (file?.continents ?? []).flatMap((continent) => continent.labs.map(({ slug }) => slug)),
    continents: new Map(visible.map(({ slug, continent }) => [slug, continent])),
  };
}

/** Checks whether a training belongs on the map of this kind. */
export const belongsOnMap = (kind: MapKind, training: { kind: 'course' | 'video'; hidden: boolean }): boolean =>
  !training.hidden && (training.kind === 'video') === (kind === 'videos');

function parseJson(text: string, report: Report): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch (error) {
    const { message } = error as SyntaxError;
    const at = /position (\d+)/.exec(message)?.[1];
    report(
      at ? text.slice(0, Number(at)).split('\n').length : 1,
      'json-syntax',
      `${message.replace(/ in JSON at .*$/, '')}.`,
    );
    return undefined;
  }
}

/** Line numbers of items in a JSON text. JSON is YAML, whose parser records positions. */
class JsonLines {
  readonly #text: string;
  readonly #counter = new LineCounter();
  readonly #document;

  constructor(text: string) {
    this.#text = text;
    this.#document = parseDocument(text, { lineCounter: this.#counter });
  }

  /** `continents[0].cells.3` */
  ofPath(path: string): number {
    const keys = path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    for (; keys.length > 0; keys.pop()) {
      const node = this.#document.getIn(keys, true) as { range?: [number, number, number] } | undefined;
      if (node?.range) return this.#counter.linePos(node.range[0]).line;
    }
    return 1;
  }

  /** Line where an item of the map is placed, or else where it is first mentioned. */
  ofItem(ref: string | undefined, continent: string | undefined): number {
    const slug = ref?.split(':')[1] ?? continent;
    const positions = [`"slug"\\s*:\\s*"${slug}"`, `"${ref}"`].map((pattern) => this.#text.search(new RegExp(pattern)));
    const at = positions.find((position) => position >= 0);
    return at === undefined ? 1 : this.#counter.linePos(at).line;
  }
}
