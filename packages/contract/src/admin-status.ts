import { z } from 'zod';
import { Time } from './common.ts';

const Count = z.number().int().nonnegative();
const Bytes = z.number().nonnegative();

const Occupancy = z.object({
  running: Count,
  /** Starts that wait for a place. */
  queued: Count,
  places_used: Count,
  places: Count,
});

/** A server of the platform. */
const StatusNode = z.object({
  name: z.string(),
  /** Address at which the other nodes reach it; null for a single node. */
  address: z.string().nullable(),
  version: z.string(),
  started_at: Time,
  /** Time of its newest report. */
  seen_at: Time,
  /** False if it has not reported for 15 s. */
  is_alive: z.boolean(),
  /** True for the node that answers. */
  is_this: z.boolean(),
  draining: z.boolean(),
  processes: z.array(z.object({ role: z.enum(['all', 'primary', 'worker']), pid: z.number().int(), rss: Bytes })),
  labs: Occupancy,
});
export type StatusNode = z.infer<typeof StatusNode>;

const FailedJob = z.object({
  id: z.string(),
  queue: z.string(),
  at: Time,
  attempts: Count,
  /** Null for jobs that failed before the reason was stored. */
  reason: z.string().nullable(),
  /** True if the job is retried. */
  is_retried: z.boolean(),
});
export type FailedJob = z.infer<typeof FailedJob>;

const CacheStatus = z.object({
  name: z.enum(['pages', 'answers', 'identities', 'readings']),
  /** Lookups since the start of the node's processes. */
  hits: Count,
  misses: Count,
  entries: Count,
  /** Null for caches that do not count bytes. */
  bytes: Bytes.nullable(),
});
export type CacheStatus = z.infer<typeof CacheStatus>;

/** State of the whole platform, for its operators. */
export const AdminStatus = z.object({
  at: Time,
  version: z.string(),
  nodes: z.array(StatusNode),
  jobs: z.object({
    waiting: Count,
    running: Count,
    retrying: Count,
    /** Within the last three days. */
    failed: Count,
    /** When the oldest job became due that still waits; null if none waits. */
    oldest_at: Time.nullable(),
    /** The newest failures. */
    failures: z.array(FailedJob),
  }),
  /** Caches of the node that answers. */
  caches: z.array(CacheStatus),
  database: z.object({
    kind: z.enum(['embedded', 'external']),
    version: z.string(),
    bytes: Bytes,
    connections: Count,
    max_connections: Count,
    /** The statement that has been running for the longest time; null if none takes longer than a second. */
    slowest: z.object({ seconds: z.number().nonnegative(), statement: z.string() }).nullable(),
    /** Outages since the start of the node that answers. */
    outages: Count,
    last_outage: z.object({ started_at: Time, ended_at: Time.nullable(), reason: z.string() }).nullable(),
  }),
  /** Disk of the data folder of the node that answers. */
  disk: z.object({ free: Bytes, total: Bytes }),
  /** Certificates of PUBLIC_URL and LABS_URL, as this node gets them; none for an address without TLS. */
  certificates: z.array(
    z.object({
      host: z.string(),
      /** Null if this node cannot reach the host. */
      ends_at: Time.nullable(),
      /** Why the certificate is not valid, or the host cannot be reached; null if all is well. */
      problem: z.string().nullable(),
    }),
  ),
  /** Scheduled backups; null without a schedule. */
  backups: z
    .object({
      last_good_at: Time.nullable(),
      /** Size of the newest good archive. */
      last_good_bytes: Bytes.nullable(),
      next_at: Time,
      /** True if the newest good backup is older than two intervals of the schedule. */
      is_late: z.boolean(),
      /** Why the newest backup failed; null if it succeeded. */
      problem: z.string().nullable(),
    })
    .nullable(),
  mails: z.object({
    /** Mails that wait. */
    queued: Count,
    /** False if mails are stored in the outbox because there is no mail server. */
    has_server: z.boolean(),
  }),
});
export type AdminStatus = z.infer<typeof AdminStatus>;
