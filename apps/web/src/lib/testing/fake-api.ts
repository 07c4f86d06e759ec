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

/** What the server answers instead of 200; made with `refusal`. */
class Refusal {
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    this.body = body;
  }
}

/** The server's no: `refusal('username_taken', { fields: { username: 'Somebody has this name.' } })`. */
export const refusal = (code: ErrorCode, rest: Partial<Omit<ErrorBody, 'code'>> = {}) =>
  new Refusal({ code, msg: `The server says ${code}.`, ...rest });

type Answer<K extends EndpointKey> = EndpointAnswer<K> | Refusal;

/** One call as it arrived: the parts of its address as text, the query too. */
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

/** The calls that no test expected since it was asked last; each is a failure, see `setup.ts`. */
export const takeUnexpected = () => unexpected.splice(0);

/**
 * The API without a server: each call that the page may make, by its endpoint, with its answer or what makes it. An
 * answer that the contract would not let the server give is an error, so that the fake cannot drift from it.
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
    // Which endpoint it is, and so which answer belongs to it, is known only at run time.
    const given = known[call.endpoint] as Answer<EndpointKey> | ((call: Call) => Promise<Answer<EndpointKey>>);
    const result = typeof given === 'function' ? await given(call) : given;
    if (result instanceof Refusal) return { status: errorTable[result.body.code].status, json: result.body };
    return { status: 200, json: endpoints[call.endpoint].response.parse(result) };
  };
  const api: Api = createApi(answer);

  return {
    api,
    /** Every call so far, in order. */
    calls,
    callsOf: <K extends EndpointKey>(endpoint: K) =>
      calls.filter((call): call is Call<K> => call.endpoint === endpoint),
    /** From now on these answers hold. */
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
    // Its type says what the endpoint takes; the server is the one to check it.
    return { endpoint, params, query: Object.fromEntries(searchParams), body, headers } as Call;
  }
  return undefined;
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:([a-z_]+)/gi, '(?<$1>[^/]+)')}$`);
