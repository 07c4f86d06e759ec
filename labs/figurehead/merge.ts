type Fields = Record<string, unknown>;

/** Returns whether a value has fields to merge into. */
const hasFields = (value: unknown): value is Fields =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * Merges a customer's wishes into a design, field by field at any depth. Other fields keep their values, lists are
 * replaced as a whole, and new fields are added.
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
