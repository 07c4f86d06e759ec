import {
  type EndpointAnswer,
  type EndpointCall,
  type EndpointKey,
  type ErrorBody,
  type ErrorCode,
  endpoints,
  errorTable,
} from '@hexpedition/contract';
import { type Api, createApi, type TransportAnswer, type TransportRequest } from '../api.ts';

/** An error response; created with `rejection`. */
class Rejection {
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    this.body = body;
  }
}

/** Creates an error response: `rejection('username_taken', { fields: { username: 'This name is taken.' } })`. */
export const rejection = (code: ErrorCode, rest: Partial<Omit<ErrorBody, 'code'>> = {}) =>
  new Rejection({ code, msg: `The server says ${code}.`, ...rest });

type Answer<K extends EndpointKey> = EndpointAnswer<K> | Rejection;

/** A received call, with path parameters and query as strings. */
interface Call<K extends EndpointKey = EndpointKey> {
  endpoint: K;
  params: Record<string, string>;
  query: Record<string, string>;
  body: EndpointCall<K>['body'];
  headers: Record<string, string>;
}

export type Answers = {
  [K in EndpointKey]?: Answer<K> | ((call: Call<K>) => Answer<K> | Promise<Answer<K>>);
};

const unexpected: string[] = [];

/** Returns and clears the calls without an answer; each fails its test, see `setup.ts`. */
export const takeUnexpectedCalls = () => unexpected.splice(0);

/**
 * Fake of the API. `answers` maps each endpoint to its response or to a function that returns it. Responses are
 * validated against the contract, so that the fake cannot drift from the server.
 */
export function fakeApi(answers: Answers) {
  const known = { ...answers };
  const calls: Call[] = [];

  const answer = async (request: TransportRequest): Promise<TransportAnswer> => {
    const call = recognise(Object.keys(known) as EndpointKey[], request);
    if (!call) {
      unexpected.push(`${request.method} ${request.url}`);
      return { status: 404, json: { code: 'not_found', msg: `No test answers ${request.method} ${request.url}.` } };
    }
    calls.push(call);
    // The endpoint is known only at run time, so its response type is too.
    const given = known[call.endpoint] as Answer<EndpointKey> | ((call: Call) => Promise<Answer<EndpointKey>>);
    const result = typeof given === 'function' ? await given(call) : given;
    if (result instanceof Rejection) return { status: errorTable[result.body.code].status, json: result.body };
    return { status: 200, json: endpoints[call.endpoint].response.parse(result) };
  };
  const api: Api = createApi(answer);

  return {
    api,
    /** All calls so far, in order. */
    calls,
    callsOf: <K extends EndpointKey>(endpoint: K) =>
      calls.filter((call): call is Call<K> => call.endpoint === endpoint),
    /** Replaces answers from now on. */
    change: (changed: Answers) => void Object.assign(known, changed),
  };
}

function recognise(known: readonly EndpointKey[], { method, url, body, headers = {} }: TransportRequest) {
  const { pathname, searchParams } = new URL(url, 'http://test');
  for (const endpoint of known) {
    const [verb = '', path = ''] = endpoint.split(' ');
    const match = verb === method && patternOf(path).exec(pathname);
    if (!match) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    // The static type describes the body; only the server validates it.
    return { endpoint, params, query: Object.fromEntries(searchParams), body, headers } as Call;
  }
  return undefined;
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:([a-z_]+)/gi, '(?<$1>[^/]+)')}$`);
