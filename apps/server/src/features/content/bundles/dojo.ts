import type { BundleFiles } from './bundle.ts';
import { Conversion, type Converted, type ConvertOptions, inside } from './convert.ts';
import { type Blocks, oneLine, readForeignMarkdown } from './foreign-markdown.ts';
import { shortHash, slugOf } from './names.ts';
import { type FieldNames, Fields, readSourceYaml, textOfValue, type Value } from './source-yaml.ts';
import {
  type ChapterDraft,
  chapterSlugs,
  folderLimit,
  heading,
  type LessonDraft,
  lessonSlugs,
  paragraph,
  writeContinent,
  writeTraining,
} from './write-training.ts';

/** The fields of a dojo (https://github.com/pwncollege/example-dojo); settings of its machines mean nothing here. */
const settings = ['image', 'type', 'award', 'allow_privileged', 'privileged', 'visibility', 'password', 'auxiliary'];
const ignored = [
  ...settings,
  'show_scoreboard',
  'show_challenges',
  'importable',
  'interfaces',
  'course',
  'pages',
  'files',
];
const shared: FieldNames = Object.fromEntries(ignored.map((name) => [name, []]));
const placeFields: FieldNames = { ...shared, id: [], name: ['title'], description: ['desc', 'text'], import: [] };
const dojoFields: FieldNames = { ...placeFields, modules: ['module'] };
const moduleFields: FieldNames = {
  ...placeFields,
  challenges: ['challenge', 'levels'],
  resources: ['resource'],
  path: [],
};
const challengeFields: FieldNames = { ...placeFields, path: [], required: [], level: [] };
const resourceFields: FieldNames = {
  ...challengeFields,
  type: [],
  content: ['text'],
  video: [],
  playlist: [],
  slides: [],
  expandable: [],
};

const descriptionFile = 'DESCRIPTION.md';

/** Turns a dojo into a training: a chapter for each module, a lesson for each of its challenges. */
export async function convertDojo(files: BundleFiles, options: ConvertOptions = {}): Promise<Converted> {
  const conversion = new Conversion(files, options);
  const root = [`${conversion.top}dojo.yml`, `${conversion.top}dojo.yaml`].find((file) => files.has(file));
  const source = root === undefined ? undefined : await conversion.text(root);
  if (root !== undefined && source !== undefined) {
    const [dojo] = readSourceYaml(source, dojoFields, conversion.report(root));
    if (dojo) await new DojoReader(conversion, root, dojo).run();
  }
  return conversion.finish();
}

/** Dojos of a newer kind list their challenges among the texts and films. */
const isChallenge = ({ data }: Value): boolean => data instanceof Map && data.get('type')?.data === 'challenge';

class DojoReader {
  readonly #conversion: Conversion;
  readonly #file: string;
  readonly #dojo: Fields;
  readonly #name: string;
  readonly #slug: string;
  readonly #chapterSlugs = chapterSlugs();
  readonly #lessonSlugs = lessonSlugs();

  constructor(conversion: Conversion, file: string, dojo: Fields) {
    this.#conversion = conversion;
    this.#file = file;
    this.#dojo = dojo;
    this.#name = oneLine(dojo.text('name') ?? '', 60) || conversion.options.name;
    this.#slug = slugOf(dojo.text('id') ?? this.#name);
  }

  async run(): Promise<void> {
    const { output, options, top } = this.#conversion;
    const report = this.#conversion.report(this.#file);
    if (!this.#dojo.has('name'))
      report(this.#dojo.line, 'value-missing', `name is missing; "${this.#name}" was taken.`, 'warning');
    this.#conversion.use(this.#file);
    const description = await this.#description(this.#dojo, this.#file, top, 'note');
    const chapters: ChapterDraft[] = [];
    const ids = new Set<string>();
    for (const value of this.#dojo.list('modules')) {
      const chapter = await this.#module(value, ids);
      if (chapter && chapters.length < folderLimit) chapters.push(chapter);
    }
    writeContinent(output, options.continent);
    writeTraining(output, options.continent.slug, {
      slug: this.#slug,
      name: this.#name,
      tier: options.tier,
      hidden: false,
      tags: [],
      fallback: oneLine(`The lessons of ${this.#name}.`, 110),
      description,
      chapters,
    });
  }

  /** A module is described in its folder, in dojo.yml, or in both; the folder says more. */
  async #module(value: Value, ids: Set<string>): Promise<ChapterDraft | undefined> {
    const entry = this.#entry(value, moduleFields, this.#file, ids);
    if (!entry) return undefined;
    const { id, fields, line } = entry;
    const folder = `${this.#conversion.top}${id}/`;
    const file = [`${folder}module.yml`, `${folder}module.yaml`].find((one) => this.#conversion.input.has(one));
    const source = file === undefined ? undefined : await this.#conversion.text(file);
    const own =
      file === undefined || source === undefined
        ? undefined
        : readSourceYaml(source, moduleFields, this.#conversion.report(file))[0];
    const place = own ?? fields;
    const from = own && file !== undefined ? file : this.#file;
    if (!place) {
      const message = `There is no file ${id}/module.yml that can be read; add it, or take this module out.`;
      this.#conversion.report(this.#file)(line, 'module-missing', message, 'warning');
      return undefined;
    }
    if (own && file !== undefined) this.#conversion.use(file);
    const name = oneLine(place.text('name') ?? fields?.text('name') ?? '', 80) || id;
    const slug = this.#chapterSlugs.take(id, id, 40);
    const about = await this.#about(id, name, slug, place, from, folder);
    const lessons = [...about, ...(await this.#challenges(id, name, slug, place, from, folder))];
    if (lessons.length === 0)
      this.#conversion.report(from)(
        place.line,
        'module-empty',
        'This module has no challenge and no text, so that it is left out.',
        'warning',
      );
    return { name, slug, lessons: lessons.slice(0, folderLimit) };
  }

  /** What a module says of itself, and its texts and films. */
  async #about(
    id: string,
    name: string,
    slug: string,
    place: Fields,
    file: string,
    folder: string,
  ): Promise<LessonDraft[]> {
    const blocks = await this.#description(place, file, folder, 'note');
    let number = 0;
    for (const value of place.list('resources')) {
      if (isChallenge(value)) continue;
      number += 1;
      blocks.push(...(await this.#resource(value, number, file)));
    }
    if (blocks.length === 0) return [];
    const lessonName = oneLine(`About ${name}`, 80);
    return [
      {
        key: `${id}/`,
        name: lessonName,
        slug: this.#lessonSlugs.take(`${this.#slug.slice(0, 30)}-${slug.slice(0, 20)}-about`, `${id}/`, 65),
        fallback: `What ${name} is about.`,
        minutes: 10,
        blocks,
      },
    ];
  }

  async #resource(value: Value, number: number, file: string): Promise<Blocks> {
    const report = this.#conversion.report(file);
    if (!(value.data instanceof Map)) {
      report(value.line, 'value-shape', 'A resource has name, type and content.', 'warning');
      return [];
    }
    const fields = new Fields(value.data, value.line, resourceFields, report);
    const type = fields.text('type')?.trim() ?? 'markdown';
    const name = oneLine(fields.text('name') ?? '', 80) || `Resource ${number}`;
    if (type === 'header') return [heading(oneLine(fields.text('content') ?? name, 80) || name)];
    if (type === 'markdown') {
      const text = fields.text('content') ?? '';
      const blocks = await readForeignMarkdown(
        text,
        `resource-${number}`,
        inside(report, fields.textLineOf('content')),
      );
      if (blocks.length === 0) report(value.line, 'value-missing', 'content is missing: a text needs one.', 'warning');
      return blocks.length > 0 ? [heading(name), ...blocks] : [];
    }
    const video = fields.text('video')?.trim() ?? '';
    if (type !== 'lecture' || !/^[\w-]{11}$/.test(video)) {
      report(
        value.line,
        'resource-left-out',
        `"${name}" is left out: a resource is a markdown text, or a lecture with the video of YouTube.`,
        'warning',
      );
      return [];
    }
    if (fields.has('slides'))
      report(
        fields.lineOf('slides'),
        'slides-left-out',
        'Slides are left out; add them as a ::file, or link to them.',
        'warning',
      );
    return [
      heading(name),
      {
        type: 'leafDirective',
        name: 'youtube',
        attributes: { id: `video-${number}-${shortHash(video)}`, video },
        children: [{ type: 'text', value: name }],
      },
    ];
  }

  async #challenges(
    module: string,
    moduleName: string,
    slug: string,
    place: Fields,
    file: string,
    folder: string,
  ): Promise<LessonDraft[]> {
    const lessons: LessonDraft[] = [];
    const ids = new Set<string>();
    const listed = [...place.list('challenges'), ...place.list('resources').filter(isChallenge)];
    for (const value of listed) {
      const entry = this.#entry(value, resourceFields, file, ids);
      if (!entry) continue;
      const { id, fields, line } = entry;
      const inFolder = `${folder}${id}/`;
      const report = this.#conversion.report(file);
      const given = fields && oneLine(fields.text('name') ?? '', 80);
      if (!given) report(line, 'value-missing', `name is missing; the id "${id}" was taken.`, 'warning');
      const blocks = await this.#description(fields, file, inFolder, 'note');
      const path = `${inFolder}${descriptionFile}`;
      const described = this.#conversion.input.has(path);
      if (blocks.length === 0)
        report(
          line,
          'value-missing',
          `There is no text in ${module}/${id}/${descriptionFile}; say what is to be done.`,
          'warning',
        );
      const needs =
        'This challenge runs on the machine of its dojo, which is not there: the lesson has only its text. Make a lab of it: npm run lab -- new <slug>.';
      this.#conversion.report(described ? path : file)(described ? 1 : line, 'lab-needed', needs, 'warning');
      const name = given || oneLine(id, 80);
      lessons.push({
        key: `${module}/${id}`,
        name,
        slug: this.#lessonSlugs.take(`${this.#slug.slice(0, 30)}-${slug.slice(0, 20)}-${id}`, `${module}/${id}`, 65),
        fallback: oneLine(`${name}, in ${moduleName}.`, 300),
        minutes: 10,
        blocks: blocks.length > 0 ? blocks : [paragraph(name)],
      });
    }
    return lessons;
  }

  /** An entry of a list of modules or challenges: its id alone, or a dictionary with it. */
  #entry(
    value: Value,
    names: FieldNames,
    file: string,
    ids: Set<string>,
  ): { id: string; fields: Fields | undefined; line: number } | undefined {
    const report = this.#conversion.report(file);
    const fields = value.data instanceof Map ? new Fields(value.data, value.line, names, report) : undefined;
    const id = (fields ? fields.text('id') : textOfValue(value))?.trim() ?? '';
    const fault = (code: string, message: string): undefined => {
      report(value.line, code, message, 'warning');
    };
    if (fields?.has('import')) return fault('import-left-out', 'This comes from another dojo: import that one too.');
    if (!id) return fault('value-missing', 'id is missing: it names the folder of this entry.');
    if (!/^[\w.-]{1,80}$/.test(id) || /^\.+$/.test(id))
      return fault(
        'id-format',
        `The id "${id.slice(0, 80)}" is not the name of a folder; use letters, digits and hyphens.`,
      );
    if (ids.has(id)) return fault('id-duplicate', `"${id}" is there twice; take one out.`);
    ids.add(id);
    return { id, fields, line: value.line };
  }

  /** The text of DESCRIPTION.md in a folder, or else what the YAML says. */
  async #description(fields: Fields | undefined, file: string, folder: string, name: string): Promise<Blocks> {
    const path = `${folder}${descriptionFile}`;
    const text = await this.#conversion.text(path);
    if (text !== undefined) {
      const blocks = await readForeignMarkdown(text, name, this.#conversion.report(path));
      if (blocks.length > 0) this.#conversion.use(path);
      else
        this.#conversion.report(path)(
          1,
          'text-empty',
          'There is no text here; write one or take the file out.',
          'warning',
        );
      return blocks;
    }
    const report = inside(this.#conversion.report(file), fields?.textLineOf('description') ?? 1);
    return readForeignMarkdown(fields?.text('description') ?? '', name, report);
  }
}
