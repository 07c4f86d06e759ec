import { useEffect, useRef } from 'react';
import css from './email.module.css';

/** Shows a mail's HTML in a sandboxed iframe without an origin. Scripts of the mail do not run. */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const post = () => frame.current?.contentWindow?.postMessage(html, '*');
  // The iframe is already loaded when the mail changes.
  useEffect(() => {
    frame.current?.contentWindow?.postMessage(html, '*');
  }, [html]);
  return (
    <iframe
      ref={frame}
      className={css.frame}
      title={title}
      src="/api/mail/frame"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      onLoad={post}
    />
  );
}
