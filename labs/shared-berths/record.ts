/** The office's record of a member. */
export interface Member {
  id: number;
  name: string;
  boat: string;
  phone: string;
  /** `skipper` or `harbour-master`. */
  role: string;
  /** `gate` for all members; also `office` for those who may read the night book. */
  keys: string;
  /** The member who changed the record last. */
  changedBy: string;
}

/**
 * Stores the fields of a form in a member's record. There are two forms: a member's own profile, with name, boat and
 * phone; and the register, also with role and keys, which only the harbour master sees.
 * @param form field name → value
 * @param by sender of the form
 */
export function update(member: Member, form: Record<string, string>, by: Member): void {
  Object.assign(member, form);
  member.changedBy = by.name;
}
