/**
 * Thrown by an exploit that carried out its attack in full and was refused each time. Only this counts as a repair: any other
 * error means that the exploit has no result.
 */
export class AttackBlocked extends Error {
  override name = 'AttackBlocked';
}

/** Thrown by an exploit that proved the vulnerability to be open without reading a flag. */
export class StillVulnerable extends Error {
  override name = 'StillVulnerable';
}
