import type { IncomingMessage } from 'node:http';

const LONGEST = 16 * 1024;

/** The fields of a form; undefined for one that is too long or breaks off. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
      if (body.length > LONGEST) return undefined;
    }
  } catch {
    return undefined;
  }
  return new URLSearchParams(body);
}
