import { readOverrides, setVersionOverride, type Versioned } from '#lib/config-versions.ts';
import css from './user-menu.module.css';

const names: Record<Versioned, string> = { hexmap: 'map', hexmapYT: 'YouTube map', features: 'features' };

/** Says that a superuser looks at other versions than the account decides, and leads back. */
export function VersionsBadge() {
  const chosen = (Object.keys(names) as Versioned[]).flatMap((what) => {
    const version = readOverrides()[what];
    return version ? [{ what, words: `${names[what]} ${version}` }] : [];
  });
  if (chosen.length === 0) return null;
  const words = chosen.map((one) => one.words).join(', ');
  return (
    <button
      type="button"
      className={css.versions}
      title="Chosen in this browser. Press to see what your account sees."
      onClick={() => setVersionOverride(chosen.map(({ what }) => what))}
    >
      {words}
      <span aria-hidden="true"> ×</span>
      <span className={css.hidden}>: back to what the account decides</span>
    </button>
  );
}
