import { Link, useLocation } from '@tanstack/react-router';

/** To the log-in page, and afterwards back here. */
export function LogInLink() {
  const next = useLocation({ select: (location) => location.pathname });
  return (
    <Link to="/login" search={{ next }}>
      log in
    </Link>
  );
}
