import { useEffect, useRef } from 'react';
import css from './email.module.css';

/** A mail as its recipient sees it, in a page without an origin that runs no script of the mail's. */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = () => frame.current?.contentWindow?.postMessage(html, '*');
  // The page in the frame is there already: it is given another mail.
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
      onLoad={show}
    />
  );
}
