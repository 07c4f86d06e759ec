/** Returns whether a text matches a pattern with `*`, `?` and `[…]`. The star also matches slashes. */
export function fitsWildcard(pattern: string, text: string): boolean {
  let [p, t, star, from] = [0, 0, -1, 0];
  while (t < text.length) {
    const one = pattern[p];
    const set = one === '[' ? setAt(pattern, p) : undefined;
    if (one === '*') {
      star = p++;
      from = t;
    } else if (set ? set.has(text[t] ?? '') : one === '?' || (one !== undefined && one === text[t])) {
      p = set ? set.end : p + 1;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++from;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p >= pattern.length;
}

interface Signs {
  end: number;
  has: (sign: string) => boolean;
}

function setAt(pattern: string, at: number): Signs | undefined {
  const close = pattern.indexOf(']', at + 2);
  if (close < 0) return undefined;
  let inside = pattern.slice(at + 1, close).slice(0, 80);
  const not = inside.startsWith('^') || inside.startsWith('!');
  if (not) inside = inside.slice(1);
  const has = (sign: string): boolean => {
    for (let i = 0; i < inside.length; i++) {
      const [low = '', high = ''] =
        inside[i + 1] === '-' && inside[i + 2] ? [inside[i], inside[i + 2]] : [inside[i], inside[i]];
      if (sign >= low && sign <= high) return true;
      if (low !== high) i += 2;
    }
    return false;
  };
  return { end: close + 1, has: (sign) => has(sign) !== not };
}

/** Maximum steps of one search, so that no pattern keeps the machine busy for long. */
export interface Purse {
  left: number;
}

/** Returns whether a line contains a match of a `grep` pattern with alternatives and without groups. */
export function fitsExpression(expression: string, line: string, purse: Purse): boolean {
  const part = line.slice(0, 4000);
  const alternatives = expression.slice(0, 200).split(/\\?\|/);
  return alternatives.some((one) => {
    if (one.startsWith('^')) return here(one, 1, part, 0, purse);
    for (let at = 0; at <= part.length; at++) if (here(one, 0, part, at, purse)) return true;
    return false;
  });
}

function here(pattern: string, p: number, line: string, at: number, purse: Purse): boolean {
  if (--purse.left < 0) return false;
  if (p >= pattern.length) return true;
  if (pattern[p] === '$' && p === pattern.length - 1) return at === line.length;
  const set = pattern[p] === '[' ? setAt(pattern, p) : undefined;
  const escaped = pattern[p] === '\\' && p + 1 < pattern.length;
  const sign = pattern[escaped ? p + 1 : p] ?? '';
  const next = set ? set.end : p + (escaped ? 2 : 1);
  const fits = (i: number) =>
    i < line.length &&
    --purse.left > 0 &&
    (set ? set.has(line[i] ?? '') : (sign === '.' && !escaped) || sign === line[i]);
  const many = pattern[next];
  if (many === '*' || many === '+') {
    let end = at;
    while (fits(end)) end++;
    for (const least = at + (many === '+' ? 1 : 0); end >= least; end--) {
      if (here(pattern, next + 1, line, end, purse)) return true;
    }
    return false;
  }
  return fits(at) && here(pattern, next, line, at + 1, purse);
}
