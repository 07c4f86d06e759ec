type Fields = Record<string, unknown>;

/** Whether something has fields, so that one can go deeper. */
const hasFields = (value: unknown): value is Fields =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * Puts a customer's wishes over a design, field by field and as deep as they go. What the wishes leave out stays as it is; lists
 * are replaced as a whole, and fields that the design did not have are added.
 * @returns the design, changed
 */
export function merge(design: Fields, wishes: Fields): Fields {
  for (const [field, wish] of Object.entries(wishes)) {
    const before = design[field];
    if (hasFields(wish) && !Array.isArray(wish) && hasFields(before)) merge(before, wish);
    else design[field] = wish;
  }
  return design;
}
