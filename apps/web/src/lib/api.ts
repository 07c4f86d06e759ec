import type { EndpointAnswer, EndpointCall, EndpointKey, ErrorBody } from '@hexpedition/contract';
import { ApiError } from './api-error.ts';

type RequiredInput<K extends EndpointKey> = {
  [P in keyof EndpointCall<K> as undefined extends EndpointCall<K>[P] ? never : P]: EndpointCall<K>[P];
};
/** `params`, `query` and `body` of an endpoint. Parts whose fields are all optional may be omitted. */
export type ApiInput<K extends EndpointKey> = {
  [P in keyof RequiredInput<K> as Record<never, never> extends RequiredInput<K>[P] ? never : P]: RequiredInput<K>[P];
} & {
  [P in keyof RequiredInput<K> as Record<never, never> extends RequiredInput<K>[P] ? P : never]?: RequiredInput<K>[P];
};

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

type Rest<K extends EndpointKey> =
  Record<never, never> extends ApiInput<K>
    ? [input?: ApiInput<K>, options?: CallOptions]
    : [input: ApiInput<K>, options?: CallOptions];

/** Calls the API: `api('GET /api/training/:slug', { params: { slug } })`. Rejects with an ApiError. */
export type Api = <K extends EndpointKey>(endpoint: K, ...rest: Rest<K>) => Promise<EndpointAnswer<K>>;

export interface TransportRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** Sent as JSON; a Blob is sent as bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}
export interface TransportAnswer {
  status: number;
  /** Parsed JSON or the bytes of a file; undefined for other content. */
  json: unknown;
  retryAfter?: string | null;
}
/** Sends a request: `fetch` in the browser, `app.inject` on the server. Rejects only if there is no response. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export function createApi(transport: Transport): Api {
  const call = async (endpoint: EndpointKey, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> => {
    const [method = 'GET', pattern = '/'] = endpoint.split(' ');
    const request: TransportRequest = { method, url: buildUrl(pattern, input), ...options };
    if (input.body !== undefined) request.body = input.body;
    const answer = await transport(request);
    if (answer.status >= 200 && answer.status < 300) return answer.json;
    throw toError(answer);
  };
  // The endpoint table types the calls; the implementation handles all of them alike.
  return call as Api;
}

/**
 * Builds `/api/config/features2` from `/api/config/features:version` and `{ version: 2 }`. Omits undefined query
 * values.
 */
export function buildUrl(pattern: string, { params = {}, query = {} }: AnyInput): string {
  const path = pattern.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

function toError({ status, json, retryAfter }: TransportAnswer): ApiError {
  const body: Partial<ErrorBody> = typeof json === 'object' && json !== null ? json : {};
  const seconds = Number(retryAfter ?? Number.NaN);
  if (body.retry_after === undefined && Number.isFinite(seconds)) body.retry_after = seconds;
  return new ApiError(status, body);
}
