import type { EndpointCall, ImportTrial } from '@hexpedition/contract';
import { mostParts, uploadPartBytes as partBytes } from '@hexpedition/contract/upload-rules';
import type { Api } from '#lib/api.ts';

export const mostBytes = mostParts * partBytes;

type Options = Pick<EndpointCall<'POST /api/admin/import'>['query'], 'name' | 'format' | 'continent'>;

/**
 * Sends a zip part by part, and answers what its import would change.
 * @param onSent is told how many bytes have arrived; after the last one the server reads
 */
export async function sendZip(
  api: Api,
  file: File,
  options: Options,
  onSent: (bytes: number) => void,
): Promise<ImportTrial> {
  const upload = crypto.randomUUID();
  const parts = Math.max(1, Math.ceil(file.size / partBytes));
  for (let part = 1; ; part++) {
    onSent(Math.min(file.size, part * partBytes));
    const body = file.slice((part - 1) * partBytes, part * partBytes);
    const { trial } = await api('POST /api/admin/import', { query: { upload, part, parts, ...options }, body });
    if (trial) return trial;
  }
}
