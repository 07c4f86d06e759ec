import type { IncomingHttpHeaders } from 'node:http';

export interface Call {
  method: string;
  /** The parts of the path after the version. */
  path: string[];
  headers: IncomingHttpHeaders;
  /** A JSON body; an empty object without one. */
  body: Record<string, unknown>;
}

export interface Answer {
  status: number;
  body: object;
}

export const answer = (status: number, body: object): Answer => ({ status, body });
export const refuse = (status: number, error: string): Answer => answer(status, { error });

/** Returns a header that occurs once. */
export const headerOf = ({ headers }: Call, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

export const tides = {
  port: 'Port Ostrel',
  high: ['04:12', '16:40'],
  low: ['10:25', '22:51'],
  remark: 'The harbour is not liable for the moon.',
};
