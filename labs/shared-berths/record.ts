/** What the office keeps of a member. */
export interface Member {
  id: number;
  name: string;
  boat: string;
  phone: string;
  /** `skipper` or `harbour-master`. */
  role: string;
  /** `gate` for everybody, with `office` among them for those who may read the night book. */
  keys: string;
  /** Who wrote in the record last. */
  changedBy: string;
}

/**
 * Puts what a form says into a member's record. Two forms end here: the one of a member's own profile, with name, boat
 * and phone, and the one of the register, with role and keys as well, which only the harbour master is shown.
 * @param form name of the field → what was typed
 * @param by who sent the form
 */
export function update(member: Member, form: Record<string, string>, by: Member): void {
  Object.assign(member, form);
  member.changedBy = by.name;
}
