/** Joins class names; what is false or undefined is left out. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
