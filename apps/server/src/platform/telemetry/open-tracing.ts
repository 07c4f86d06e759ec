import { noTracing, type Tracing } from './tracing.ts';

/** Starts to record traces if the operator has set a collector. Otherwise the libraries are not loaded. */
export async function openTracing(
  config: { tracesUrl: string | null; trustProxy: boolean },
  options: { node: string; warn: (line: string) => void },
): Promise<Tracing> {
  if (config.tracesUrl === null) return noTracing;
  const { startTracing } = await import('./otlp-tracing.ts');
  return startTracing({ url: config.tracesUrl, trustProxy: config.trustProxy, ...options });
}
