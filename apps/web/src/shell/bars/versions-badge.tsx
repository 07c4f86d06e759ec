import { readOverrides, setVersionOverride, type VersionedConfig } from '#lib/config-versions.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './user-menu.module.css';

const names: Record<VersionedConfig, string> = { hexmap: 'map', hexmapYT: 'YouTube map', features: 'features' };

/** Tells a superuser that this browser overrides versions, and resets them. */
export function VersionsBadge() {
  const chosen = (Object.keys(names) as VersionedConfig[]).flatMap((what) => {
    const version = readOverrides()[what];
    return version ? [{ what, words: `${names[what]} ${version}` }] : [];
  });
  if (chosen.length === 0) return null;
  const words = chosen.map((one) => one.words).join(', ');
  return (
    <button
      type="button"
      className={css.versions}
      title="Overridden in this browser. Click to use your account’s versions."
      onClick={() => setVersionOverride(chosen.map(({ what }) => what))}
    >
      {words}
      <span aria-hidden="true"> ×</span>
      <VisuallyHidden>: reset to the account’s versions</VisuallyHidden>
    </button>
  );
}
