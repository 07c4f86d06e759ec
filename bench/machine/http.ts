import { request } from 'node:http';

export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** As sent: still compressed if it was. */
  body: Buffer;
}

/** Sends a GET over a separate connection. Unlike `fetch` it leaves a compressed body as it is. */
function get(port: number, path: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks),
        });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

/** @throws Error if the response is not a 200 */
export async function getOk(port: number, path: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
  const answer = await get(port, path, headers);
  if (answer.status === 200) return answer;
  throw new Error(`GET ${path} returned ${answer.status}: ${answer.body.toString('utf8', 0, 300)}`);
}

export async function getJson<T>(port: number, path: string, headers: Record<string, string> = {}): Promise<T> {
  return JSON.parse((await getOk(port, path, headers)).body.toString()) as T;
}

/**
 * Waits until a server responds with 200.
 * @returns the milliseconds from `since` on
 */
export async function untilOk(port: number, path: string, since: number, isAlive: () => boolean): Promise<number> {
  while (performance.now() - since < 120_000) {
    const status = await get(port, path).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return performance.now() - since;
    if (!isAlive()) throw new Error('The server exited during startup.');
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  throw new Error(`${path} did not return 200 within two minutes.`);
}
