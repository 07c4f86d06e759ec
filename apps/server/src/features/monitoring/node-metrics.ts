import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, Registry } from 'prom-client';
import type { LabOccupancy } from '#features/labs/labs.public';
import type { DatabaseStatus } from '#platform/db/database-status';
import { addSnapshots, type CacheUsage, type Snapshot, toPrometheusText } from '#platform/telemetry/metrics';
import { version } from '#platform/version';
import type { FleetFacts } from './fleet.read-model.ts';

/** Time for which facts from the database are used again. */
const factsMs = 5_000;
/** Facts that take longer are missing in this scrape. */
const factsTimeoutMs = 3_000;

export interface NodeMetricsDeps {
  /** Metrics of this process. */
  own: () => Promise<Snapshot>;
  /** Metrics of the workers, if this process has any. */
  workers: () => Promise<Snapshot[]>;
  readFleet: () => Promise<FleetFacts>;
  readLabs: () => Promise<LabOccupancy>;
  databaseStatus: Pick<DatabaseStatus, 'isUp' | 'history'>;
  dataDir: string;
}

/** Metrics of a whole node, as its workers get them from the process that collects them. */
export interface NodeMetrics {
  /** Returns all metrics in Prometheus' text format. */
  text(): Promise<string>;
  /** Returns the use of the caches, added up over the processes. */
  caches(): Promise<Record<string, CacheUsage>>;
}

/** Creates the collector of a node's metrics: the sum over its processes, and gauges that one process reads. */
export function createNodeMetrics(deps: NodeMetricsDeps): NodeMetrics {
  const gauges = createGauges(deps.databaseStatus);
  let running: Promise<Snapshot> | undefined;
  let facts: { at: number; read: Promise<void> } | undefined;

  async function readFacts(): Promise<void> {
    const disk = await statfs(deps.dataDir).catch(() => null);
    gauges.setDisk(disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize });
    const late = sleep(factsTimeoutMs, 'late' as const, { ref: false });
    // While the database is away, its gauges are missing, and `hexpedition_database_up` says why.
    gauges.clearFacts();
    const read = await Promise.race([Promise.all([deps.readFleet(), deps.readLabs()]), late]).catch(
      () => 'late' as const,
    );
    if (read !== 'late') gauges.setFacts(...read);
  }

  async function collect(): Promise<Snapshot> {
    if (!facts || performance.now() - facts.at > factsMs) facts = { at: performance.now(), read: readFacts() };
    const [own, workers] = await Promise.all([deps.own(), deps.workers(), facts.read]);
    return addSnapshots([own, ...workers, await gauges.snapshot()]);
  }

  /** Scrapes at the same time share one collection. */
  function collectOnce(): Promise<Snapshot> {
    running ??= collect().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    text: async () => toPrometheusText(await collectOnce()),
    async caches() {
      return cachesOf(await collectOnce());
    },
  };
}

function cachesOf(snapshot: Snapshot): Record<string, CacheUsage> {
  const caches: Record<string, CacheUsage> = {};
  const valuesOf = (name: string) => snapshot.find((metric) => metric.name === name)?.values ?? [];
  const of = (cache: unknown): CacheUsage => {
    caches[String(cache)] ??= { hits: 0, misses: 0, entries: 0 };
    return caches[String(cache)] as CacheUsage;
  };
  for (const { labels, value } of valuesOf('hexpedition_cache_requests_total')) {
    of(labels.cache)[labels.result === 'hit' ? 'hits' : 'misses'] = value;
  }
  for (const { labels, value } of valuesOf('hexpedition_cache_entries')) of(labels.cache).entries = value;
  for (const { labels, value } of valuesOf('hexpedition_cache_bytes')) of(labels.cache).bytes = value;
  return caches;
}

/** Gauges that describe the node or the fleet, and not one process. */
function createGauges(databaseStatus: NodeMetricsDeps['databaseStatus']) {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `hexpedition_${name}`, help, labelNames, registers: [registry] });
  const disk = gauge('disk_bytes', 'Disk of the data folder.', ['state']);
  const size = gauge('database_size_bytes', 'Size of the database.');
  const sessions = gauge('database_connections', 'Connections of all clients to this database.');
  const maxSessions = gauge('database_connections_max', 'Connections that the PostgreSQL server allows.');
  const jobs = gauge('jobs', 'Jobs of all nodes. Completed ones are kept for an hour, failed ones for three days.', [
    'queue',
    'state',
  ]);
  const mails = gauge('mails_queued', 'Mails of all nodes that wait.', ['kind']);
  const nodes = gauge('nodes', 'Nodes that have reported in the last 15 s.', ['state']);
  const backup = gauge('backup_last_success_timestamp_seconds', 'End of the newest good backup.');
  const labs = gauge('labs', 'Labs of this node.', ['state']);
  const places = gauge('lab_places', 'Places for labs on this node.', ['state']);
  const queue = gauge('lab_queue_length', 'Starts of labs that wait on this node.');
  const up = gauge('database_up', '1 while the database answers this node.');
  const outages = gauge('database_outages', 'Outages of the database since the start of this node.');
  gauge('build_info', 'Version of the platform.', ['version']).set({ version }, 1);
  const labelled = [jobs, mails, nodes, labs, places];
  const facts = [size, sessions, maxSessions, backup, queue, ...labelled];

  return {
    /** @param space null if the disk cannot be read */
    setDisk(space: { free: number; total: number } | null): void {
      disk.reset();
      if (!space) return;
      disk.set({ state: 'free' }, space.free);
      disk.set({ state: 'used' }, space.total - space.free);
    },
    clearFacts(): void {
      for (const fact of facts) {
        fact.reset();
        // A gauge without labels is 0 after a reset, which would be wrong.
        if (!labelled.includes(fact)) fact.remove();
      }
    },
    setFacts(fleet: FleetFacts, node: LabOccupancy): void {
      size.set(fleet.database.bytes);
      sessions.set(fleet.database.connections);
      maxSessions.set(fleet.database.maxConnections);
      for (const { queue: name, state, count } of fleet.jobs) jobs.set({ queue: name, state }, count);
      for (const { kind, count } of fleet.mailsQueued) mails.set({ kind }, count);
      for (const { state, count } of fleet.nodes) nodes.set({ state }, count);
      if (fleet.lastBackup !== null) backup.set(fleet.lastBackup);
      for (const [state, count] of Object.entries(node.states)) labs.set({ state }, count);
      places.set({ state: 'used' }, node.places.used);
      places.set({ state: 'free' }, node.places.total - node.places.used);
      queue.set(node.states.queued);
    },
    snapshot(): Promise<Snapshot> {
      up.set(databaseStatus.isUp ? 1 : 0);
      outages.set(databaseStatus.history.outages);
      return registry.getMetricsAsJSON();
    },
  };
}
