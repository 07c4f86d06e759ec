/** Joins class names; omits false and undefined. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
