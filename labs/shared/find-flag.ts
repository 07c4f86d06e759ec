/** Returns the first flag in a text; undefined if there is none. */
export const findFlag = (text: string | undefined): string | undefined => /flag\{[^}]+\}/.exec(text ?? '')?.[0];

/** Returns the first flag in a text; an empty text if there is none. */
export const flagIn = (text: string | undefined): string => findFlag(text) ?? '';
