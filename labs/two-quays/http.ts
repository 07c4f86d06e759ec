import type { Html } from '@hexpedition/lab-runtime/kit';

/** A request, from a visitor's browser or from the clerk's. */
export interface Ask {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  cookies: Map<string, string>;
  /** The access token in the header `Authorization`. */
  bearer?: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const page = (status: number, body: Html): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: body.text,
});

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

/** @param cookie an additional cookie */
export const goTo = (location: string, cookie?: string): Reply => ({
  status: 303,
  headers: { location, ...(cookie ? { 'set-cookie': cookie } : {}) },
  body: '',
});

export const withCookie = (reply: Reply, cookie: string | undefined): Reply =>
  cookie ? { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } } : reply;
