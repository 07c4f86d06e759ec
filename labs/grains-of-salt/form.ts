import type { IncomingMessage } from 'node:http';

const LARGEST = 4096;

/** Name → value of each field; undefined where the form is too long or breaks off. */
export async function readForm(request: IncomingMessage): Promise<Map<string, string> | undefined> {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
      if (body.length > LARGEST) return undefined;
    }
  } catch {
    return undefined;
  }
  return new Map(new URLSearchParams(body));
}
