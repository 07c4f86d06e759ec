import { setTheme, useTheme } from '#lib/theme.ts';
import { Button } from '#ui/button.tsx';

export function ThemeToggle({ className }: { className?: string | undefined }) {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button
      className={className}
      variant="quiet"
      square
      icon={theme === 'dark' ? 'sun' : 'moon'}
      aria-label={`Switch to the ${other} theme`}
      title={`Switch to the ${other} theme`}
      onClick={() => setTheme(other)}
    />
  );
}
