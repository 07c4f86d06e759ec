import { setTheme, useTheme } from '#lib/theme.ts';
import { Button } from '#ui/button.tsx';

export function ThemeToggle() {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button
      variant="quiet"
      square
      icon={theme === 'dark' ? 'sun' : 'moon'}
      aria-label={`Switch to the ${other} theme`}
      title={`Switch to the ${other} theme`}
      onClick={() => setTheme(other)}
    />
  );
}
