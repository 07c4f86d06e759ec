import { Refusal } from './execute.ts';
import { describing } from './introspection.ts';
import { nightLog, type Operator, operators, send, type Wire, wires } from './people.ts';
import type { Schema } from './types.ts';

/** The client. */
export interface Context {
  viewer: Operator;
}

const MAX_LENGTH = 200;

const byCall = (call: string) => operators.find((one) => one.call === call);
const privateWiresOf = (operator: Operator) => wires.filter(({ to }) => to === operator).toReversed();

/** Only one's own wires, at each of the entry fields. */
function refuseOthers(whose: Operator | undefined | null, { viewer }: Context): void {
  if (whose !== viewer) throw new Refusal('You may not read that.');
}

export const schema: Schema<Context> = describing<Context>({
  Query: {
    fields: {
      me: { type: 'Operator!', description: 'The operator who is signed in.', resolve: (_, __, { viewer }) => viewer },
      board: {
        type: '[Wire!]!',
        description: 'Wires on the board, newest first.',
        resolve: () => wires.filter(({ to }) => to === null).toReversed(),
      },
      operator: {
        type: 'Operator',
        description: 'An operator by call sign. You may only use yours.',
        args: { call: { type: 'String!' } },
        resolve: (_, { call }: { call: string }, context) => {
          refuseOthers(byCall(call), context);
          return byCall(call);
        },
      },
      wire: {
        type: 'Wire',
        description: 'A wire by its number, if it is on the board or was sent to you.',
        args: { id: { type: 'Int!' } },
        resolve: (_, { id }: { id: number }, context) => {
          const wire = wires.find((one) => one.id === id);
          if (wire?.to !== null) refuseOthers(wire?.to, context);
          return wire;
        },
      },
      nightLog: {
        type: '[LogLine!]!',
        description: 'For the screen above the kettle. Not in the manual.',
        args: { last: { type: 'Int', fallback: 2, description: 'How many lines, counted from the end.' } },
        // The hole: this entry field is not documented, and does not check the client
        resolve: (_, { last }: { last: number | null }) => nightLog.slice(-Math.max(1, last ?? 2)),
      },
    },
  },
  Mutation: {
    fields: {
      send: {
        type: 'Wire!',
        description: 'Sends a wire to a call sign, or puts it on the board.',
        args: { to: { type: 'String' }, text: { type: 'String!' } },
        resolve: (_, { to, text }: { to: string | null; text: string }) => {
          const operator = to === null ? null : byCall(to);
          if (operator === undefined) throw new Refusal('There is no operator with this call sign.');
          if (text.length > MAX_LENGTH)
            throw new Refusal(`A wire can have up to ${MAX_LENGTH} characters. Each one costs money.`);
          return send(operator, text);
        },
      },
    },
  },
  Operator: {
    description: 'A person who sends and receives wires.',
    fields: {
      call: { type: 'String!', description: 'Two letters.' },
      name: { type: 'String!' },
      desk: { type: 'String!' },
      privateWires: {
        type: '[Wire!]!',
        description: 'Wires to this operator only, newest first.',
        // The hole: every client that reaches an operator object may read its wires
        resolve: (operator: Operator) => privateWiresOf(operator),
      },
    },
  },
  Wire: {
    fields: {
      id: { type: 'Int!' },
      at: { type: 'String!' },
      from: { type: 'Operator!' },
      to: { type: 'Operator', description: 'Null for wires on the board.' },
      isSealed: { type: 'Boolean!', resolve: ({ word }: Wire) => word !== undefined },
      text: {
        type: 'String!',
        description: 'The text. A sealed wire is hidden unless the query has the word of its night.',
        args: { word: { type: 'String' } },
        resolve: (wire: Wire, { word }: { word: string | null }) =>
          wire.word === undefined || wire.word === word ? wire.text() : 'SEALED STOP WORD OF THE NIGHT PLEASE STOP',
      },
    },
  },
  LogLine: {
    description: 'A line of the night desk.',
    fields: {
      at: { type: 'String!' },
      line: { type: 'String!', resolve: ({ line }: { line: () => string }) => line() },
    },
  },
});
