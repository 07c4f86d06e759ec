/** Mirrors the server's rule for names of sites. @returns the problem, or undefined */
export function siteNameProblem(name: string): string | undefined {
  if (name.trim().length < 2) return 'Enter at least 2 characters.';
  if (name.trim().length > 40) return 'Use at most 40 characters.';
  return /[\p{C}\p{Zl}\p{Zp}<>{}"]/u.test(name) ? 'Leave out < > { } " and invisible characters.' : undefined;
}
