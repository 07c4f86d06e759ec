import { randomUUID } from 'node:crypto';
import { AppError } from '#platform/errors';

/** A file that was sent as `multipart/form-data`. */
export class UploadForm {
  /** Its text fields. By default the form has the whole file, under its own name. */
  readonly fields: Record<string, string>;
  readonly bytes: Buffer;

  private constructor(fields: Record<string, string>, bytes: Buffer) {
    this.fields = fields;
    this.bytes = bytes;
  }

  /** @param type value of the Content-Type header @throws AppError file_invalid for another body, or without a file */
  static async read(body: Buffer, type: string): Promise<UploadForm> {
    const form = await new Response(Buffer.from(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => undefined);
    const entries = [...(form?.entries() ?? [])];
    const file = entries.map(([, value]) => value).find((value) => value instanceof File);
    if (!file) throw new AppError('file_invalid', 'The form must contain a file.');
    const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
    const fields = { upload: randomUUID(), part: '1', parts: '1', name: file.name, ...Object.fromEntries(texts) };
    return new UploadForm(fields, Buffer.from(await file.arrayBuffer()));
  }
}
