import { z } from 'zod';
import { Slug, storable, Tier, Time } from './common.ts';
import { maxFlagLength } from './flag-limits.ts';

/** Topics by which the list of labs can be filtered. */
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
  /** Techniques as learners search for them, such as `csrf`, in the author's order. */
  tags: z.array(z.string()),
  /** Programs that it teaches, such as `gdb`, in the author's order. */
  tools: z.array(z.string()),
  /** Trainings that its author lists, and those whose lessons embed it. */
  trainings: z.array(z.object({ slug: Slug, name: z.string() })),
  /** Total points of its flags and its repair. */
  points: z.number().int(),
  /** Number of flags to find, without the repair. */
  flags: z.number().int(),
  /** Whether it has a workspace with a shell. */
  workspace: z.boolean(),
  /** Whether its vulnerability can be repaired. */
  repair: z.boolean(),
  /** Number of learners who have found all of its flags. */
  solves: z.number().int(),
  /** Difficulty as rated by learners who solved it: mean of 1 (very easy) to 5 (very hard), null without ratings. */
  rating: z.object({ mean: z.number().nullable(), count: z.number().int() }),
  /** When it was added to an existing site; null for labs of the first import. */
  added_at: Time.nullable(),
});
export type LabCard = z.infer<typeof LabCard>;

export const Lab = LabCard.omit({ workspace: true, repair: true }).extend({
  risk: z.enum(['bounded', 'code-exec', 'root-exec']),
  briefing_html: z.string(),
  /** `http` opens in a browser; `socket` is only reachable from the workspace. */
  serves: z.enum(['http', 'socket']),
  /** Its workspace with a shell; null for none. */
  workspace: z
    .object({
      tools: z.array(z.string()),
      /** Size limit of the home in megabytes. */
      home: z.number().int(),
      /** Socket of the lab's program in the workspace, such as `/lamp/lamp.sock`; null for none. */
      socket: z.string().nullable(),
    })
    .nullable(),
  /** Its repair task; null for none. */
  repair: z
    .object({ id: z.string(), name: z.string(), points: z.number().int(), files: z.array(z.string()) })
    .nullable(),
  /**
   * In order: the first hint has the number 1. The hints of a flag open one after the other. Each hint that is open
   * when the flag is found reduces the flag's points by its cost, but not below half of them. The text of a hint is
   * only returned when it is opened.
   */
  hints: z.array(z.object({ cost: z.number().int(), /** Id of the flag that it helps to find. */ flag: z.string() })),
  /** The first learners, at most three, who found all of its flags. `slug` is null if the profile is not public. */
  first_solves: z.array(z.object({ name: z.string(), slug: z.string().nullable(), at: Time })),
  /** Number of ratings with 1, 2, 3, 4 and 5. */
  ratings: z.array(z.number().int()).length(5),
  /** Null if it can start on this server; otherwise what the operator must enable. */
  unavailable: z.string().nullable(),
  /** Lessons that embed it. */
  lessons: z.array(z.object({ training: Slug, chapter: Slug, subchapter: Slug, name: z.string() })),
});
export type Lab = z.infer<typeof Lab>;

export const LabList = z.object({ labs: z.array(LabCard) });

/** Flags in order, without the repair. */
export const LabFlags = z.object({
  flags: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      points: z.number().int(),
      /** Task of this flag; empty if the briefing describes it. */
      task_html: z.string(),
      /** Id of the flag that must be found first; null for none. */
      after: z.string().nullable(),
    }),
  ),
});
/** The learner's solved flags, including completed repairs with their own ids. */
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
  /** Sources that the learner has opened for points, which the repairs of their labs do not give any more. */
  sources: z.array(z.object({ lab: Slug, price: z.number().int() })),
});
export type LabFlagsSolved = z.infer<typeof LabFlagsSolved>;

export const LabFlagBody = z.object({
  flag: z.string().trim().min(1, 'Paste the flag that you found.').max(maxFlagLength),
});

export const Instance = z.object({
  pk: z.number().int(),
  lab: Slug,
  status: z.enum(['queued', 'starting', 'running', 'stopping', 'stopped', 'expired', 'failed']),
  created_at: Time,
  expires_at: Time.nullable(),
  extensions_left: z.number().int(),
  isolation: z.string().nullable(),
  error: z.string().nullable(),
  /** Queue position: 1 for the next to start; null if it is not queued. */
  queue_position: z.number().int().nullable(),
  /** Home of the workspace, which outlives the instance; null without a workspace. */
  home: z
    .object({
      /** When it was last saved; null if never. Newer changes are lost if the server crashes. */
      saved_at: Time.nullable(),
      /** Saved bytes. */
      bytes: z.number().int(),
    })
    .nullable(),
});
export type Instance = z.infer<typeof Instance>;

/** The learner's newest instance of a lab, or null. */
export const InstanceAnswer = z.object({ instance: Instance.nullable() });

/** The learner's instances that are starting, running or stopping. A learner can have two at a time. */
export const RunningInstances = z.object({
  instances: z.array(Instance.extend({ /** The lab's. */ name: z.string() })),
});
export type RunningInstances = z.infer<typeof RunningInstances>;

export const OpenHintBody = z.object({ number: z.number().int().min(1).max(100) });

/** Opened hints in order. The first hint has the number 1. */
export const OpenHints = z.object({ hints: z.array(z.object({ number: z.number().int(), html: z.string() })) });
export type OpenHints = z.infer<typeof OpenHints>;

/** URL that opens the lab. It is valid once, for 30 seconds. */
export const EnterAnswer = z.object({ url: z.string() });

export const WriteUp = z.object({ html: z.string() });

/**
 * Ticket for a WebSocket at `/api/lab/terminal`, whose first message is
 * `{"ticket", "terminal", "columns", "rows", "from"}`. It is valid once, for 30 seconds.
 */
export const TerminalTicket = z.object({ ticket: z.string() });

/** A path in the home, without `.`, `..` and a leading slash. */
const HomePath = z
  .string()
  .min(1)
  .max(400)
  .regex(storable)
  .refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'), {
    error: 'Use the path of a file in the home, such as notes/first.txt.',
  });
export const HomeFileQuery = z.object({ path: HomePath });

export const HomeFiles = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), modified_at: Time })),
  /** Whether there are more files. */
  more: z.boolean(),
});
export type HomeFiles = z.infer<typeof HomeFiles>;

export { homeFileLimit } from './home-limits.ts';

/** Maximum characters of one source file of a repair. */
export const repairFileLimit = 64 * 1024;
export const RepairBody = z.object({
  files: z.record(z.string().max(120), z.string().max(repairFileLimit, 'This file is too long.').regex(storable)),
});

/** Result of the tests and the exploit against the learner's repair. */
export const RepairReport = z.object({
  ran_at: Time,
  /** Output of the compiler if the build failed, and then no tests run; null if it succeeded. */
  build_error: z.string().nullable(),
  tests: z.array(z.object({ name: z.string(), ok: z.boolean(), ms: z.number().int(), message: z.string().nullable() })),
  /** `works`: still vulnerable. `fails`: blocked. `not_run`: no result, because the build, the start or the exploit failed. */
  exploit: z.enum(['works', 'fails', 'not_run']),
  /** Whether every test passes and the exploit fails. */
  repaired: z.boolean(),
  /** Points that this run added. */
  points: z.number().int(),
});
export type RepairReport = z.infer<typeof RepairReport>;

export const Repair = z.object({
  /**
   * Points that it costs to open the source before all flags are found, subtracted from those of the repair; null if the
   * source is open. While it is closed, there are no files.
   */
  source_price: z.number().int().nullable(),
  /** Points of the repair, less those that were paid for the source. */
  points: z.number().int(),
  files: z.array(
    z.object({
      name: z.string(),
      original: z.string(),
      /** The learner's version, or the original. */ text: z.string(),
    }),
  ),
  /** When the learner's version was saved; null if never. */
  saved_at: Time.nullable(),
  /** Last run; null if there was none. */
  report: RepairReport.nullable(),
  repaired_at: Time.nullable(),
});
export type Repair = z.infer<typeof Repair>;

export const SavedRepair = z.object({ saved_at: Time });
export type SavedRepair = z.infer<typeof SavedRepair>;

/** Published solutions of all learners including the viewer, newest first. */
export const LabSolutions = z.object({
  solutions: z.array(
    z.object({
      pk: z.number().int(),
      username: z.string(),
      /** Slug of the author's profile; null if the profile is not public. */
      slug: z.string().nullable(),
      image: z.string().nullable(),
      html: z.string(),
      published_at: Time,
      own: z.boolean(),
      /** Whether a superuser has hidden it. Only superusers see hidden solutions. */
      hidden: z.boolean(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type LabSolutions = z.infer<typeof LabSolutions>;

/** The learner's solution in Markdown. An empty text deletes it. */
export const LabSolutionBody = z.object({
  text: z.string().max(20_000, 'Use at most 20,000 characters.').regex(storable),
  published: z.boolean(),
});
export const LabRatingBody = z.object({ difficulty: z.number().int().min(1).max(5) });

/** A learner's solution and difficulty rating of a lab. */
export const LabOpinion = z.object({
  solution: z
    .object({
      text: z.string(),
      html: z.string(),
      published: z.boolean(),
      /** Whether a superuser has hidden it. */
      hidden: z.boolean(),
      updated_at: Time,
    })
    .nullable(),
  /** 1 (very easy) to 5 (very hard); null if not rated. */
  difficulty: z.number().int().nullable(),
});
export type LabOpinion = z.infer<typeof LabOpinion>;

export const HideLabSolutionBody = z.object({ hidden: z.boolean() });
