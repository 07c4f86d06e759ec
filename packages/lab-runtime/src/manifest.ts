import { isMap, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { findConflicts } from './manifest-conflicts.ts';

const id = z.string().regex(/^[a-z0-9-]{3,60}$/, 'use 3 to 60 small letters, digits and hyphens');

/** Topics of labs, by which the list of labs is filtered; the contract has the same. */
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

/** Name of a file in the lab's folder, without a path. */
const fileName = z.string().regex(/^[\w-]+(\.[\w-]+)+$/, 'name a file of this folder');

const Workspace = z.strictObject({
  /** Programs that must be installed. If one is missing, the server names its package to the operator. */
  tools: z.array(z.string().regex(/^[\w.+-]{1,40}$/)).default([]),
  /** Size of the home in megabytes. */
  home: z.int().min(1).max(64).default(32),
  /**
   * With `false`, a new home contains the copy of a program in C without its sources, for labs in which reading the
   * copy is the task.
   */
  sources: z.boolean().optional(),
  /** Programs of this package that are copied into a new home. */
  helpers: z.array(z.enum(['pattern.py', 'talk.py'])).optional(),
  /**
   * Path of the program's socket in the workspace, in its own folder below the root. Omit it if there is nothing to
   * connect to.
   */
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
  /** One sentence, for the card. */
  summary: z.string().min(1).max(160),
  tier: z.literal([0, 1, 2, 3, 42]),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  /** Time for a learner who has finished the lessons. */
  minutes: z.int().min(1).max(600),
  /**
   * The worst that a visitor can do to the app: `bounded` only what its author wrote, `code-exec` run code as
   * an ordinary user, `root-exec` become root.
   */
  risk: z.enum(['bounded', 'code-exec', 'root-exec']),
  topic: z.enum(topics),
  /** Techniques as learners search for them, such as `csrf`, for the search and the filter. */
  tags: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9 ._-]{1,39}$/, 'use small letters, such as "sql injection"'))
    .max(6)
    .default([]),
  /** Tools that the learner gets to know, for the card and the filter: program names such as `gdb` and `curl`. */
  tools: z.array(z.string().min(1).max(40)).max(8).default([]),
  /** Slugs of the courses that the lab belongs to. */
  trainings: z.array(z.string().min(1).max(80)).max(8).default([]),
  /** The program: TypeScript that is bundled, or C that is compiled when the lab is prepared. */
  program: z.union([z.literal('app.ts'), z.string().regex(/^[\w-]+\.c$/, 'name app.ts or a C file')]).default('app.ts'),
  /** Compiler options for a program in C. */
  cflags: z.array(z.string().regex(/^-[\w=,+.-]+$/)).default([]),
  /** `http` is opened in a browser; `socket` is any protocol, and only the workspace reaches it. */
  serves: z.enum(['http', 'socket']).default('http'),
  workspace: Workspace.optional(),
  repair: Repair.optional(),
  flags: z
    .array(
      z.strictObject({
        id,
        name: z.string().min(1).max(120),
        points: z.int().min(0).max(1000),
        /** Markdown: what to do for this flag. */
        task: z.string().max(2000).default(''),
        /** Id of the flag that must be found before. */
        after: id.optional(),
      }),
    )
    .min(1)
    .refine((flags) => new Set(flags.map((flag) => flag.id)).size === flags.length, 'two flags have the same id'),
  /** In the order of the page; the text is Markdown. */
  hints: z
    .array(
      z.strictObject({
        cost: z.int().min(0).max(1000),
        text: z.string().min(1),
        /** Id of the flag that the hint is for; may be omitted if there is one flag. */
        flag: id.optional(),
      }),
    )
    .default([]),
});

type ParsedManifest = z.infer<typeof Manifest>;
type ParsedHint = ParsedManifest['hints'][number];

/** A `lab.yaml`. Each hint has its flag, even if the author omitted it. */
export type LabManifest = Omit<ParsedManifest, 'hints'> & { hints: (Omit<ParsedHint, 'flag'> & { flag: string })[] };
export type Risk = LabManifest['risk'];

export interface ManifestProblem {
  file: string;
  /** Counted from 1. */
  line: number;
  message: string;
}

/** All problems of a `lab.yaml`, each with its line. */
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
 * @param file only for messages
 * @throws ManifestError with every problem, not just the first
 */
export function parseManifest(text: string, file: string): LabManifest {
  const lines = new LineCounter();
  // uniqueKeys is the default and reports repeated keys; aliases are rejected, because ten lines could become gigabytes
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
    const conflicts = findConflicts(parsed.data);
    if (conflicts.length === 0) return withHintsOfFlags(parsed.data);
    throw new ManifestError(
      conflicts.map(({ path, message }) => ({ file, line: lineOf(path), message: `${path.join('.')}: ${message}` })),
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

/** A hint that names no flag belongs to the only one: `findConflicts` has checked that there is one. */
function withHintsOfFlags(manifest: ParsedManifest): LabManifest {
  const only = manifest.flags[0]?.id ?? '';
  return { ...manifest, hints: manifest.hints.map((hint) => ({ ...hint, flag: hint.flag ?? only })) };
}
