import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import { registerEndpoints } from '#platform/http/routes';
import type { ProcessMetrics, Snapshot } from '#platform/telemetry/metrics';
import { createCertificateReader } from './certificates.ts';
import { readFleetFacts } from './fleet.read-model.ts';
import { metricsRoute } from './metrics.routes.ts';
import { createNodeMetrics, type NodeMetrics } from './node-metrics.ts';
import { readStatus, type StatusDeps } from './status.service.ts';

export interface MonitoringDeps extends Omit<StatusDeps, 'config' | 'caches' | 'readCertificates'> {
  config: StatusDeps['config'] & Pick<Config, 'metricsToken' | 'publicUrl' | 'labsUrl'>;
  /** Metrics of this process. */
  metrics: Pick<ProcessMetrics, 'snapshot'>;
  /** Metrics of the workers, if this process has any. */
  workers: () => Promise<Snapshot[]>;
  /** The process that collects the metrics of the node, if this one is a worker. */
  primary: NodeMetrics | undefined;
}

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Creates the feature with which operators watch the platform: metrics for Prometheus, and the status page. */
export function createMonitoring(deps: MonitoringDeps) {
  const { config, db, databaseStatus, metrics } = deps;
  const readCertificates = createCertificateReader(deps);
  const node =
    deps.primary ??
    createNodeMetrics({
      own: metrics.snapshot,
      workers: deps.workers,
      readFleet: () => readFleetFacts(db),
      readLabs: () => deps.readOccupancy(deps.nodeName),
      databaseStatus,
      dataDir: config.dataDir,
    });
  return {
    /** Metrics of the node, for the workers. */
    node,
    /** `/metrics`. It is exempt from the site access code. */
    metricsRoute: (app: FastifyInstance): void => metricsRoute(app, node, config.metricsToken),
    routes(api: FastifyInstance): void {
      registerEndpoints(api, {
        'GET /api/admin/status': () => readStatus({ ...deps, caches: node.caches, readCertificates }),
      });
    },
  };
}
