import type { Report } from '../diagnostics.ts';
import type { Conversion } from './convert.ts';
import { type FieldNames, Fields, readSourceYaml, textOfValue, type Value } from './source-yaml.ts';

/** What has no place here: what to do about it, by its field. */
const machine = 'It belongs to the machines of the dojo; a lab brings its own.';
const leftOut: Readonly<Record<string, string>> = {
  image: machine,
  privileged: machine,
  allow_privileged: machine,
  interfaces: machine,
  files: machine,
  progression_locked: 'Lessons of a training are open; a training of its own can be locked, by requires.',
  required: 'Every lesson counts; withdraw it in the editor if it should not.',
  visibility: 'Learners see this at once; withdraw it in the editor, and plan when it is published.',
  password: 'There are no passwords for trainings; this one is hidden until you show it, for instance for a tier.',
  award: 'There are no awards for a training; take it out.',
  show_scoreboard: 'Boards are of the whole platform; take it out.',
  show_challenges: 'Learners see every lesson of a training; withdraw those that they should not see.',
  importable: 'Whoever may edit may export everything; take it out.',
  course: 'There are no grades and terms here; take it out.',
  pages: 'Write a lesson for each page.',
  survey: 'Add a :::poll to a lesson.',
  'survey-sources': 'Add a :::poll to a lesson.',
  auxiliary: 'Nothing here reads it; take it out.',
  playlist: 'Link to the list in the text.',
};

const shared: FieldNames = Object.fromEntries(Object.keys(leftOut).map((name) => [name, []]));
const placeFields: FieldNames = {
  ...shared,
  id: [],
  name: ['title'],
  description: ['desc', 'text'],
  import: [],
  transfer: [],
  type: [],
};
const challengeFields: FieldNames = { ...placeFields, path: [], level: [], version: [] };

/** The fields of a dojo (https://github.com/pwncollege/example-dojo) and of what is inside of it. */
export const dojoFields: FieldNames = { ...placeFields, modules: ['module'] };
export const moduleFields: FieldNames = {
  ...placeFields,
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

/** Says what is left out of a dojo, of a part of it, or of a text. */
export function tellLeftOut(fields: Fields, report: Report): void {
  for (const [field, advice] of Object.entries(leftOut))
    if (fields.has(field))
      report(fields.lineOf(field), 'field-left-out', `"${field}" is left out. ${advice}`, 'warning');
}

interface Layer {
  fields: Fields;
  file: string;
}

/** A module or a challenge: what the file above says of it, and below that what its own file says. */
export class Place {
  readonly id: string;
  /** Of its entry in the file above. */
  readonly line: number;
  /** With its `/`. */
  readonly folder: string;
  readonly #layers: readonly Layer[];

  constructor(id: string, line: number, folder: string, layers: readonly Layer[]) {
    this.id = id;
    this.line = line;
    this.folder = folder;
    this.#layers = layers;
  }

  get isDescribed(): boolean {
    return this.#layers.length > 0;
  }

  /** Where a field is said; the file above comes first. */
  find(key: string): Layer | undefined {
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

/** Reads an entry of a list of modules or challenges (its id alone, or a dictionary with it) and the file of its own. */
export async function readPlace(
  { value, file }: { value: Value; file: string },
  { conversion, names, above, own, ids }: PlaceOptions,
): Promise<Place | undefined> {
  const report = conversion.report(file);
  const fields = value.data instanceof Map ? new Fields(value.data, value.line, names, report) : undefined;
  const id = (fields ? fields.text('id') : textOfValue(value))?.trim() ?? '';
  const fault = (code: string, message: string): undefined => {
    report(value.line, code, message, 'warning');
  };
  if (fields?.has('import'))
    return fault('import-left-out', 'This comes from elsewhere: import the dojo that it is from too.');
  if (!id) return fault('value-missing', 'id is missing: it names the folder of this entry.');
  if (!/^[\w.-]{1,80}$/.test(id) || /^\.+$/.test(id))
    return fault(
      'id-format',
      `The id "${id.slice(0, 80)}" is not the name of a folder; use letters, digits and hyphens.`,
    );
  if (ids.has(id)) return fault('id-duplicate', `"${id}" is there twice; take one out.`);
  ids.add(id);
  const folder = `${above}${id}/`;
  const layers: Layer[] = fields ? [{ fields, file }] : [];
  const lower = await readOwn(`${folder}${own}`, conversion, names);
  if (lower) {
    for (const key of Object.keys(names)) {
      if (key === 'id' || !fields?.has(key) || !lower.fields.has(key)) continue;
      const message = `${file} says "${key}" too, and was read. Take one out.`;
      conversion.report(lower.file)(lower.fields.lineOf(key), 'key-duplicate', message, 'warning');
    }
    layers.push(lower);
  }
  for (const layer of layers) tellLeftOut(layer.fields, conversion.report(layer.file));
  return new Place(id, value.line, folder, layers);
}

interface PlaceOptions {
  conversion: Conversion;
  names: FieldNames;
  /** The folder in which its own lies. */
  above: string;
  /** What its own file is called, without its ending. */
  own: 'module' | 'challenge';
  /** Those that are there already. */
  ids: Set<string>;
}

async function readOwn(path: string, conversion: Conversion, names: FieldNames): Promise<Layer | undefined> {
  const file = [`${path}.yml`, `${path}.yaml`].find((one) => conversion.input.has(one));
  const source = file === undefined ? undefined : await conversion.text(file);
  if (file === undefined || source === undefined) return undefined;
  const [fields] = readSourceYaml(source, names, conversion.report(file));
  if (!fields) return undefined;
  conversion.use(file);
  return { fields, file };
}
