import { isMap, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { contradictions } from './contradictions.ts';

const id = z.string().regex(/^[a-z0-9-]{3,60}$/, 'use 3 to 60 small letters, digits and hyphens');

/** What a lab is about, as the list of labs filters it; the contract names the same. */
export const topics = [
  'linux',
  'networking',
  'web',
  'cryptography',
  'reversing',
  'forensics',
  'mobile',
  'hardware',
] as const;

/** A file of the lab's own folder, without folders above it. */
const fileName = z.string().regex(/^[\w-]+(\.[\w-]+)+$/, 'name a file of this folder');

const Workspace = z.strictObject({
  /** Programs that have to be there; the operator is told which package a missing one is in. */
  tools: z.array(z.string().regex(/^[\w.+-]{1,40}$/)).default([]),
  /** Megabytes that the home may hold. */
  home: z.int().min(1).max(64).default(32),
  /** With `false`, a new home holds the copy of a program in C without its sources, where reading the copy is the task. */
  sources: z.boolean().optional(),
  /** Programs of this package that are copied into a new home. */
  helpers: z.array(z.enum(['pattern.py', 'talk.py'])).optional(),
  /** Where the lab's program is reached inside: in a folder of its own below the root. Left out where there is none. */
  socket: z
    .string()
    .regex(/^\/[a-z][a-z-]{0,30}\/[a-z][a-z-]{0,30}\.sock$/, 'use a path such as /lamp/lamp.sock')
    .refine((path) => !systemFolders.includes(path.split('/')[1] ?? ''), 'this folder belongs to the system')
    .optional(),
});

const systemFolders = [
  'bin',
  'dev',
  'etc',
  'flag',
  'home',
  'lab',
  'lib',
  'material',
  'proc',
  'root',
  'run',
  'sbin',
  'tmp',
  'usr',
  'var',
];

const Repair = z.strictObject({
  id,
  name: z.string().min(1).max(120),
  points: z.int().min(0).max(1000),
  /** Sources of the lab that the learner may change. `solution.patch` is the author's repair of them. */
  files: z.array(fileName).min(1).max(4),
});

const Manifest = z.strictObject({
  slug: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use small letters, digits and single hyphens'),
  name: z.string().min(1).max(80),
  /** For the card: one sentence. */
  summary: z.string().min(1).max(160),
  tier: z.literal([0, 1, 2, 3, 42]),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  /** How long a learner who knows what the lessons teach needs. */
  minutes: z.int().min(1).max(600),
  /**
   * What a visitor can do to the app in the worst case: `bounded` only what its author wrote, `code-exec` run code
   * as an ordinary user, `root-exec` become root.
   */
  risk: z.enum(['bounded', 'code-exec', 'root-exec']),
  topic: z.enum(topics),
  /** What the learner gets to know, for the card and the filter: `gdb`, `curl`; names of programs. */
  tools: z.array(z.string().min(1).max(40)).max(8).default([]),
  /** Slugs of the trainings that it belongs to. */
  trainings: z.array(z.string().min(1).max(80)).max(8).default([]),
  /** The program: TypeScript that is bundled, or C that is compiled when the lab is prepared. */
  program: z.union([z.literal('app.ts'), z.string().regex(/^[\w-]+\.c$/, 'name app.ts or a C file')]).default('app.ts'),
  /** Options of the compiler, for a program in C. */
  cflags: z.array(z.string().regex(/^-[\w=,+.-]+$/)).default([]),
  /** `http` is opened in a browser; `socket` speaks what it likes, and only the workspace reaches it. */
  serves: z.enum(['http', 'socket']).default('http'),
  workspace: Workspace.optional(),
  repair: Repair.optional(),
  flags: z
    .array(
      z.strictObject({
        id,
        name: z.string().min(1).max(120),
        points: z.int().min(0).max(1000),
        /** Markdown: what is to be done for this flag. */
        task: z.string().max(2000).default(''),
        /** Id of the flag that has to be found before. */
        after: id.optional(),
      }),
    )
    .min(1)
    .refine((flags) => new Set(flags.map((flag) => flag.id)).size === flags.length, 'two flags have the same id'),
  /** In the order in which they are shown; the text is Markdown. */
  hints: z
    .array(
      z.strictObject({
        cost: z.int().min(0).max(1000),
        text: z.string().min(1),
        /** Id of the flag that it helps to find; may be left out where there is one flag. */
        flag: id.optional(),
      }),
    )
    .default([]),
});

type Parsed = z.infer<typeof Manifest>;
type ParsedHint = Parsed['hints'][number];

/** A `lab.yaml`; each hint says which flag it belongs to, also where its author left that out. */
export type LabManifest = Omit<Parsed, 'hints'> & { hints: (Omit<ParsedHint, 'flag'> & { flag: string })[] };
export type Risk = LabManifest['risk'];

export interface ManifestProblem {
  file: string;
  /** Counted from 1. */
  line: number;
  message: string;
}

/** All that is wrong with a `lab.yaml`, each with its line. */
export class ManifestError extends Error {
  override name = 'ManifestError';
  readonly problems: ManifestProblem[];
  constructor(problems: ManifestProblem[]) {
    super(problems.map((p) => `${p.file}:${p.line}: ${p.message}`).join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads the text of a `lab.yaml`.
 * @param file only for messages.
 * @throws ManifestError with every problem, not just the first.
 */
export function parseManifest(text: string, file: string): LabManifest {
  const lines = new LineCounter();
  // uniqueKeys is the default and reports repeated keys; aliases are refused, because ten lines could become gigabytes
  const doc = parseDocument(text, { lineCounter: lines });
  if (doc.errors.length > 0) {
    throw new ManifestError(
      doc.errors.map((e) => ({ file, line: lines.linePos(e.pos[0]).line, message: e.message.split('\n')[0] ?? '' })),
    );
  }
  const parsed = Manifest.safeParse(doc.toJS({ maxAliasCount: 0 }));

  const lineOf = (path: PropertyKey[]): number => {
    for (let length = path.length; length > 0; length--) {
      const parent = doc.getIn(path.slice(0, length - 1), true) ?? doc.contents;
      const key = path[length - 1];
      const pair = isMap(parent) ? parent.items.find((item) => String(item.key) === String(key)) : undefined;
      const node = pair?.key ?? doc.getIn(path.slice(0, length), true);
      const range = (node as { range?: [number, number, number] } | undefined)?.range;
      if (range) return lines.linePos(range[0]).line;
    }
    return 1;
  };
  if (parsed.success) {
    const faults = contradictions(parsed.data);
    if (faults.length === 0) return withHintsOfFlags(parsed.data);
    throw new ManifestError(
      faults.map(({ path, message }) => ({ file, line: lineOf(path), message: `${path.join('.')}: ${message}` })),
    );
  }
  throw new ManifestError(
    parsed.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => ({
          file,
          line: lineOf([...issue.path, key]),
          message: `${[...issue.path, key].join('.')}: there is no such field`,
        }));
      }
      const at = issue.path.join('.') || 'the file';
      return [{ file, line: lineOf(issue.path), message: `${at}: ${issue.message}` }];
    }),
  );
}

/** A hint that names no flag belongs to the only one: `contradictions` has seen to it that there is one. */
function withHintsOfFlags(manifest: Parsed): LabManifest {
  const only = manifest.flags[0]?.id ?? '';
  return { ...manifest, hints: manifest.hints.map((hint) => ({ ...hint, flag: hint.flag ?? only })) };
}
