import { useFeatures } from '#shell/features.ts';

/** The colour name of a continent, for `data-hue`. It is never the only sign of anything. */
export function useHue(continent: string): string | undefined {
  return useFeatures().hexmap.nav.find(({ slug }) => slug === continent)?.colour;
}
