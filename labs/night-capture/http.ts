export interface Request {
  method?: 'GET' | 'POST';
  path: string;
  host: string;
  agent: string;
  headers?: string[];
  body?: string;
}

export function requestOf({ method = 'GET', path, host, agent, headers = [], body }: Request): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `User-Agent: ${agent}`, 'Accept: */*', ...headers];
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

export const answerOf = (status: string, headers: string[], body: string | Buffer = ''): Buffer => {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, 'Server: harbourd/2.4', ...headers, `Content-Length: ${bytes.length}`];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
};
