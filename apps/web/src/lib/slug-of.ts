/** Returns the slug of a name: `Out of the table` becomes `out-of-the-table`. */
export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
