import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

type Issue = Parameters<NonNullable<z.core.$ZodErrorMap>>[0];

/**
 * Describes a validation issue as a sentence, for Zod's `error` or `customError`. Messages of a schema take precedence.
 */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is missing.'
        : `This must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'too_big':
      return `This may ${limit(issue.origin, Number(issue.maximum), 'most')}.`;
    case 'too_small':
      return `This must ${limit(issue.origin, Number(issue.minimum), 'least')}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')}.`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'This key is not valid.';
    default:
      return 'This is not valid.';
  }
}

function limit(origin: string, size: number, side: 'most' | 'least'): string {
  const plural = size === 1 ? '' : 's';
  if (origin === 'string') return `have at ${side} ${size} character${plural}`;
  if (origin === 'array') return `have at ${side} ${size} item${plural}`;
  return `be at ${side} ${size}`;
}
