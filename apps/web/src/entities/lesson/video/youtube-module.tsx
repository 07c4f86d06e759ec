import type { Module } from '@hexpedition/contract';
import { ContextualConsent } from '#entities/consent/contextual-consent.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './video.module.css';

interface Props {
  youtube: Extract<Module, { kind: 'youtube' }>;
}

/** YouTube video. The page sends no request to its host until the visitor consents. */
export default function YoutubeModule({ youtube: { title, video } }: Props) {
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
