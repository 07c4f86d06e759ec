import { ContextualConsent } from '#entities/consent/contextual-consent.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import type { ModuleProps } from '../module-props.ts';
import css from './video-module.module.css';

/** YouTube video. The page sends no request to its host until the visitor consents. */
export default function YoutubeModule({ module: { title, video } }: ModuleProps<'youtube'>) {
  return (
    <Card as="section" className={css.card} aria-label={`Video: ${title}`}>
      <header className={css.head}>
        <Label>Video on YouTube</Label>
        <p className={css.title}>{title}</p>
      </header>
      <ContextualConsent service="youtube" host="www.youtube-nocookie.com">
        <iframe
          className={css.embed}
          title={title}
          src={`https://www.youtube-nocookie.com/embed/${video}?rel=0`}
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
          loading="lazy"
        />
      </ContextualConsent>
    </Card>
  );
}
