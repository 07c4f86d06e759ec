import type { Report } from '../diagnostics.ts';
import type { Conversion } from './conversion.ts';
import { type FieldNames, Fields, readSourceYaml, textOfValue, type Value } from './source-yaml.ts';

/** Unsupported fields, each with advice on what to do instead. */
const machine = 'It configures the machines of the dojo; a lab has its own configuration.';
const unsupportedFields: Readonly<Record<string, string>> = {
  image: machine,
  privileged: machine,
  allow_privileged: machine,
  interfaces: machine,
  files: machine,
  progression_locked: 'All lessons of a course are open. Make a separate course to lock it with "requires".',
  required: 'Every lesson counts. Withdraw it in the editor if it should not.',
  visibility: 'Learners see this at once. Withdraw it in the editor and schedule its publication.',
  password: 'Courses have no passwords. This one is hidden until you show it, for example to one tier.',
  award: 'Courses have no awards; remove this field.',
  show_scoreboard: 'Leaderboards cover the whole platform; remove this field.',
  show_challenges: 'Learners see every lesson of a course. Withdraw the lessons that they should not see.',
  importable: 'Every author can export everything; remove this field.',
  course: 'Grades and terms are not supported; remove this field.',
  pages: 'Write a lesson for each page.',
  survey: 'Add a :::poll to a lesson.',
  'survey-sources': 'Add a :::poll to a lesson.',
  auxiliary: 'It has no effect here; remove this field.',
  playlist: 'Link to the list in the text.',
};

const shared: FieldNames = Object.fromEntries(Object.keys(unsupportedFields).map((name) => [name, []]));
const entryFields: FieldNames = {
  ...shared,
  id: [],
  name: ['title'],
  description: ['desc', 'text'],
  import: [],
  transfer: [],
  type: [],
};
const challengeFields: FieldNames = { ...entryFields, path: [], level: [], version: [] };

/** The fields of a dojo (https://github.com/pwncollege/example-dojo) and of its parts. */
export const dojoFields: FieldNames = { ...entryFields, modules: ['module'] };
export const moduleFields: FieldNames = {
  ...entryFields,
  challenges: ['challenge', 'levels'],
  resources: ['resource'],
  path: [],
};
export const resourceFields: FieldNames = {
  ...challengeFields,
  content: ['text'],
  file: [],
  video: [],
  slides: [],
  expandable: [],
};

/** Reports the unsupported fields of a dojo, of one of its parts, or of a text. */
export function reportUnsupportedFields(fields: Fields, report: Report): void {
  for (const [field, advice] of Object.entries(unsupportedFields))
    if (fields.has(field))
      report(fields.lineOf(field), 'field-left-out', `"${field}" is left out. ${advice}`, 'warning');
}

interface DescriptionLayer {
  fields: Fields;
  file: string;
}

/** A module or a challenge, described by its entry in the parent file and by its own file. */
export class DojoEntry {
  readonly id: string;
  /** Line of its entry in the parent file. */
  readonly line: number;
  /** Path of its folder, with a trailing `/`. */
  readonly folder: string;
  readonly #layers: readonly DescriptionLayer[];

  constructor(id: string, line: number, folder: string, layers: readonly DescriptionLayer[]) {
    this.id = id;
    this.line = line;
    this.folder = folder;
    this.#layers = layers;
  }

  get hasDescription(): boolean {
    return this.#layers.length > 0;
  }

  /** Returns the layer that sets a field; the parent file takes precedence. */
  find(key: string): DescriptionLayer | undefined {
    return this.#layers.find(({ fields }) => fields.has(key));
  }

  text(key: string): string | undefined {
    return this.find(key)?.fields.text(key);
  }

  list(key: string): { value: Value; file: string }[] {
    const layer = this.find(key);
    return layer ? layer.fields.list(key).map((value) => ({ value, file: layer.file })) : [];
  }
}

/**
 * Reads an entry of a list of modules or challenges (its id alone, or a dictionary with it) and the entry's own file.
 */
export async function readDojoEntry(
  { value, file }: { value: Value; file: string },
  { conversion, names, parentFolder, fileStem, ids }: ReadEntryOptions,
): Promise<DojoEntry | undefined> {
  const report = conversion.report(file);
  const fields = value.data instanceof Map ? new Fields(value.data, value.line, names, report) : undefined;
  const id = (fields ? fields.text('id') : textOfValue(value))?.trim() ?? '';
  const fail = (code: string, message: string): undefined => {
    report(value.line, code, message, 'warning');
  };
  if (fields?.has('import'))
    return fail('import-left-out', 'This entry belongs to another dojo: import that dojo too.');
  if (!id) return fail('value-missing', 'id is missing: it is the folder name of this entry.');
  if (!/^[\w.-]{1,80}$/.test(id) || /^\.+$/.test(id))
    return fail(
      'id-format',
      `The id "${id.slice(0, 80)}" is not a valid folder name; use letters, digits and hyphens.`,
    );
  if (ids.has(id)) return fail('id-duplicate', `"${id}" is duplicated; remove one.`);
  ids.add(id);
  const folder = `${parentFolder}${id}/`;
  const layers: DescriptionLayer[] = fields ? [{ fields, file }] : [];
  const ownLayer = await readOwnFile(`${folder}${fileStem}`, conversion, names);
  if (ownLayer) {
    for (const key of Object.keys(names)) {
      if (key === 'id' || !fields?.has(key) || !ownLayer.fields.has(key)) continue;
      const message = `${file} also sets "${key}", and its value was used. Remove one of them.`;
      conversion.report(ownLayer.file)(ownLayer.fields.lineOf(key), 'key-duplicate', message, 'warning');
    }
    layers.push(ownLayer);
  }
  for (const layer of layers) reportUnsupportedFields(layer.fields, conversion.report(layer.file));
  return new DojoEntry(id, value.line, folder, layers);
}

interface ReadEntryOptions {
  conversion: Conversion;
  names: FieldNames;
  /** The folder that contains the entry's folder. */
  parentFolder: string;
  /** Name of the entry's own file, without its extension. */
  fileStem: 'module' | 'challenge';
  /** The ids of earlier entries. */
  ids: Set<string>;
}

async function readOwnFile(
  path: string,
  conversion: Conversion,
  names: FieldNames,
): Promise<DescriptionLayer | undefined> {
  const file = [`${path}.yml`, `${path}.yaml`].find((one) => conversion.input.has(one));
  const source = file === undefined ? undefined : await conversion.text(file);
  if (file === undefined || source === undefined) return undefined;
  const [fields] = readSourceYaml(source, names, conversion.report(file));
  if (!fields) return undefined;
  conversion.markUsed(file);
  return { fields, file };
}
