import type { EndpointCall, ImportDryRun } from '@hexpedition/contract';
import { maxParts, uploadPartBytes as partBytes } from '@hexpedition/contract/upload-rules';
import type { Api } from '#lib/api.ts';
import { randomId } from '#lib/random-id.ts';

export const maxZipBytes = maxParts * partBytes;

type Options = Pick<
  EndpointCall<'POST /api/admin/import'>['query'],
  'name' | 'format' | 'continent' | 'max_files' | 'max_mb'
>;

/**
 * Uploads a zip in parts.
 * @param onSent receives the number of bytes sent; after the last part the server reads the zip
 * @returns the preview of the import
 */
export async function uploadZip(
  api: Api,
  file: File,
  options: Options,
  onSent: (bytes: number) => void,
): Promise<ImportDryRun> {
  const upload = randomId();
  const parts = Math.max(1, Math.ceil(file.size / partBytes));
  for (let part = 1; ; part++) {
    onSent(Math.min(file.size, part * partBytes));
    const body = file.slice((part - 1) * partBytes, part * partBytes);
    const { trial } = await api('POST /api/admin/import', { query: { upload, part, parts, ...options }, body });
    if (trial) return trial;
  }
}
