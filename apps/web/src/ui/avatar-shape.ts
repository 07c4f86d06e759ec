/** 32-bit FNV-1a hash: small, stable, and distributes names well enough. */
export function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name.toLowerCase()) {
    hash ^= char.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

const hues = ['teal', 'amber', 'violet', 'rose', 'green', 'orange', 'blue'] as const;
type Hue = (typeof hues)[number];

const corner = (index: number) => {
  const angle = (Math.PI / 3) * index - Math.PI / 2;
  return [16 + 13.5 * Math.cos(angle), 16 + 13.5 * Math.sin(angle)] as const;
};
const point = ([x, y]: readonly [number, number]) => `${x.toFixed(2)} ${y.toFixed(2)}`;

export interface AvatarShape {
  hue: Hue;
  second: Hue;
  /** Triangles of the hexagon, six around the centre, each cut in two: [path, tone 0 to 3]. */
  facets: readonly (readonly [path: string, tone: number])[];
}

/**
 * Generates the avatar of a name: a hexagon of twelve facets, mirrored left to right so that it looks like a face or
 * beetle rather than noise. The same name gives the same avatar everywhere.
 */
export function avatarShape(name: string): AvatarShape {
  const hash = hashName(name);
  const mixed = hashName(`${name}:2`);
  const first = hash % hues.length;
  const second = (first + 1 + (mixed % (hues.length - 1))) % hues.length;
  const facets = Array.from({ length: 12 }, (_, index) => {
    const sector = index >> 1;
    const outer = index % 2;
    // Sectors 0, 1, 2 are the right half from top to bottom; 5, 4, 3 mirror them.
    const twin = sector < 3 ? sector : 5 - sector;
    const tone = (mixed >>> (twin * 4 + outer * 2)) & 3;
    const a = corner(sector);
    const b = corner(sector + 1);
    const half = ([x, y]: readonly [number, number]) => [16 + (x - 16) * 0.52, 16 + (y - 16) * 0.52] as const;
    const path = outer
      ? `M${point(half(a))}L${point(a)}L${point(b)}L${point(half(b))}Z`
      : `M16 16L${point(half(a))}L${point(half(b))}Z`;
    return [path, tone] as const;
  });
  return { hue: hues[first] ?? 'teal', second: hues[second] ?? 'blue', facets };
}
