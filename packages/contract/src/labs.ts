import { z } from 'zod';
import { Slug, storable, Tier, Time } from './common.ts';

/** What a lab is about, as the list of labs filters it. */
export const labTopics = [
  'linux',
  'networking',
  'web',
  'cryptography',
  'reversing',
  'forensics',
  'mobile',
  'hardware',
] as const;
export type LabTopic = (typeof labTopics)[number];

export const LabCard = z.object({
  slug: Slug,
  name: z.string(),
  summary: z.string(),
  tier: Tier,
  difficulty: z.enum(['easy', 'medium', 'hard']),
  minutes: z.number().int(),
  topic: z.enum(labTopics),
  /** Programs that it teaches, such as `gdb`; in the order of its author. */
  tools: z.array(z.string()),
  /** Trainings that it belongs to: those its author names, and those whose lessons embed it. */
  trainings: z.array(z.object({ slug: Slug, name: z.string() })),
  /** Of all its flags and its repair. */
  points: z.number().int(),
  /** How many flags are to be found; a repair is none. */
  flags: z.number().int(),
  /** Whether it comes with a shell. */
  workspace: z.boolean(),
  /** Whether its hole can be closed as well. */
  repair: z.boolean(),
  /** How many have found all of its flags. */
  solves: z.number().int(),
  /** How hard those who solved it say it was: the mean of 1 (very easy) to 5 (very hard), null without any. */
  rating: z.object({ mean: z.number().nullable(), count: z.number().int() }),
  /** When it came to a site that had others; null for what was there from the beginning. */
  added_at: Time.nullable(),
});
export type LabCard = z.infer<typeof LabCard>;

export const Lab = LabCard.omit({ workspace: true, repair: true }).extend({
  risk: z.enum(['bounded', 'code-exec', 'root-exec']),
  briefing_html: z.string(),
  /** `http` is opened in a browser, `socket` is reached from the workspace alone. */
  serves: z.enum(['http', 'socket']),
  /** The shell that it comes with; null without one. */
  workspace: z
    .object({
      tools: z.array(z.string()),
      /** Megabytes that the home may hold. */
      home: z.number().int(),
      /** Where the lab's program is reached inside, such as `/lamp/lamp.sock`; null where there is none. */
      socket: z.string().nullable(),
    })
    .nullable(),
  /** Its second task; null without one. */
  repair: z
    .object({ id: z.string(), name: z.string(), points: z.number().int(), files: z.array(z.string()) })
    .nullable(),
  /**
   * In order: the hint with the number 1 is the first. Those of one flag open one after the other, and each that is open
   * when the flag is found takes its cost from the flag's points, down to half of them. What they say is answered when they are
   * opened.
   */
  hints: z.array(z.object({ cost: z.number().int(), /** Id of the flag that it helps to find. */ flag: z.string() })),
  /** Who found all of its flags first, at most three. `slug` is null where the profile is not public. */
  first_solves: z.array(z.object({ name: z.string(), slug: z.string().nullable(), at: Time })),
  /** How many have rated it 1, 2, 3, 4 and 5. */
  ratings: z.array(z.number().int()).length(5),
  /** Null when it can start here; otherwise what the operator has to enable. */
  unavailable: z.string().nullable(),
  /** Lessons that embed it. */
  lessons: z.array(z.object({ training: Slug, chapter: Slug, subchapter: Slug, name: z.string() })),
});
export type Lab = z.infer<typeof Lab>;

export const LabList = z.object({ labs: z.array(LabCard) });

/** In order. A repair is not among them. */
export const LabFlags = z.object({
  flags: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      points: z.number().int(),
      /** What is to be done for it; empty where the briefing says it all. */
      task_html: z.string(),
      /** Id of the flag that is to be found first; null for one that can be looked for at once. */
      after: z.string().nullable(),
    }),
  ),
});
/** A repair that is done stands here as well, with its own id. */
export const LabFlagsSolved = z.object({
  flags: z.array(
    z.object({
      lab: Slug,
      id: z.string(),
      kind: z.enum(['find', 'repair']),
      points: z.number().int(),
      solved_at: Time,
    }),
  ),
});
export type LabFlagsSolved = z.infer<typeof LabFlagsSolved>;

export const LabFlagBody = z.object({ flag: z.string().trim().min(1, 'Paste the flag that you found.').max(200) });

export const Instance = z.object({
  pk: z.number().int(),
  lab: Slug,
  status: z.enum(['queued', 'starting', 'running', 'stopping', 'stopped', 'expired', 'failed']),
  created_at: Time,
  expires_at: Time.nullable(),
  extensions_left: z.number().int(),
  isolation: z.string().nullable(),
  error: z.string().nullable(),
  /** While it is queued: its place, 1 for the next to start. Otherwise null. */
  place: z.number().int().nullable(),
  /** Of a lab with a workspace: the home, which outlives the instance. Null without a workspace. */
  home: z
    .object({
      /** When it was last kept; null before the first time. What is newer is lost if the server dies. */
      saved_at: Time.nullable(),
      /** Bytes that are kept of it. */
      bytes: z.number().int(),
    })
    .nullable(),
});
export type Instance = z.infer<typeof Instance>;

/** The learner's newest instance of a lab, or null. */
export const InstanceAnswer = z.object({ instance: Instance.nullable() });

/** Everything of the learner's that starts, runs or stops now; a learner may have two at a time. */
export const RunningInstances = z.object({
  instances: z.array(Instance.extend({ /** The lab's. */ name: z.string() })),
});
export type RunningInstances = z.infer<typeof RunningInstances>;

export const OpenHintBody = z.object({ number: z.number().int().min(1).max(100) });

/** The hints that are open, in order. The first has the number 1. */
export const OpenHints = z.object({ hints: z.array(z.object({ number: z.number().int(), html: z.string() })) });
export type OpenHints = z.infer<typeof OpenHints>;

/** Where to open the lab: good once, for 30 seconds. */
export const EnterAnswer = z.object({ url: z.string() });

export const WriteUp = z.object({ html: z.string() });

/**
 * Lets a WebSocket at `/api/lab/terminal` into the workspace: the first message of it is
 * `{"ticket", "terminal", "columns", "rows", "from"}`. Good once, for 30 seconds.
 */
export const TerminalTicket = z.object({ ticket: z.string() });

/** A path in the home, without `.`, `..` and a leading slash. */
const HomePath = z
  .string()
  .min(1)
  .max(400)
  .regex(storable)
  .refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'), {
    error: 'Name a file in the home, such as notes/first.txt.',
  });
export const HomeFileQuery = z.object({ path: HomePath });

export const HomeFiles = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), modified_at: Time })),
  /** True where there are more than these. */
  more: z.boolean(),
});
export type HomeFiles = z.infer<typeof HomeFiles>;

export { homeFileLimit } from './home-rules.ts';

/** Characters of one source that is repaired. */
export const repairFileLimit = 64 * 1024;
export const RepairBody = z.object({
  files: z.record(z.string().max(120), z.string().max(repairFileLimit, 'This file is too long.').regex(storable)),
});

/** What became of one run of the tests and the exploit against a patched copy. */
export const RepairReport = z.object({
  ran_at: Time,
  /** What the compiler said; null when it built. Then there are no tests. */
  build_error: z.string().nullable(),
  tests: z.array(z.object({ name: z.string(), ok: z.boolean(), ms: z.number().int(), message: z.string().nullable() })),
  /** `works`: the hole is still there. `fails`: it is closed. `not_run`: it did not build, or did not start. */
  exploit: z.enum(['works', 'fails', 'not_run']),
  /** Every test passes and the exploit fails. */
  repaired: z.boolean(),
  /** Points that this run added. */
  points: z.number().int(),
});
export type RepairReport = z.infer<typeof RepairReport>;

export const Repair = z.object({
  files: z.array(
    z.object({ name: z.string(), original: z.string(), /** The learner's own, or the original. */ text: z.string() }),
  ),
  /** When the learner's own was saved; null before. */
  saved_at: Time.nullable(),
  /** The newest run; null before the first. */
  report: RepairReport.nullable(),
  repaired_at: Time.nullable(),
});
export type Repair = z.infer<typeof Repair>;

export const SavedRepair = z.object({ saved_at: Time });
export type SavedRepair = z.infer<typeof SavedRepair>;

/** Solutions of other learners, newest first; the learner's own is among them. */
export const LabSolutions = z.object({
  solutions: z.array(
    z.object({
      pk: z.number().int(),
      username: z.string(),
      /** Of the author's profile; null when it is not public. */
      slug: z.string().nullable(),
      image: z.string().nullable(),
      html: z.string(),
      published_at: Time,
      own: z.boolean(),
      /** Taken down by a superuser; only superusers are shown those. */
      hidden: z.boolean(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type LabSolutions = z.infer<typeof LabSolutions>;

/** Markdown; an empty text takes the solution back. */
export const LabSolutionBody = z.object({
  text: z.string().max(20_000, 'Keep a solution below 20,000 characters.').regex(storable),
  published: z.boolean(),
});
export const LabRatingBody = z.object({ difficulty: z.number().int().min(1).max(5) });

/** What a learner has said of a lab. */
export const LabOpinion = z.object({
  solution: z
    .object({
      text: z.string(),
      html: z.string(),
      published: z.boolean(),
      /** A superuser has taken it down. */
      hidden: z.boolean(),
      updated_at: Time,
    })
    .nullable(),
  /** 1 (very easy) to 5 (very hard); null without one. */
  difficulty: z.number().int().nullable(),
});
export type LabOpinion = z.infer<typeof LabOpinion>;

export const HideLabSolutionBody = z.object({ hidden: z.boolean() });
