import type { Module } from '@hexpedition/contract';
import { useState } from 'react';
import { setConsent, useConsent } from '#lib/consent.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './video.module.css';

interface Props {
  youtube: Extract<Module, { kind: 'youtube' }>;
}

/** A film on YouTube. Until the visitor agrees, the page asks nothing at all of its host. */
export default function YoutubeModule({ youtube: { title, video } }: Props) {
  const always = useConsent('youtube');
  const [once, setOnce] = useState(false);
  const shown = always || once;
  return (
    <Card as="section" className={css.card} aria-label={`Video: ${title}`}>
      <header className={css.head}>
        <Label>Video on YouTube</Label>
        <p className={css.title}>{title}</p>
      </header>
      {shown ? (
        <>
          <iframe
            className={css.embed}
            title={title}
            src={`https://www.youtube-nocookie.com/embed/${video}?rel=0`}
            sandbox="allow-scripts allow-same-origin allow-presentation"
            allow="fullscreen; picture-in-picture; encrypted-media"
            referrerPolicy="strict-origin-when-cross-origin"
            loading="lazy"
          />
          {always && (
            <div className={css.below}>
              <Button variant="quiet" size="sm" onClick={() => setConsent('youtube', false)}>
                Ask me again before loading videos from YouTube
              </Button>
            </div>
          )}
        </>
      ) : (
        <div className={css.ask}>
          <p>
            This film is on YouTube. If you play it, your browser loads it from youtube-nocookie.com, and Google learns
            your address and which film you watch. Until you say so, nothing is loaded from there.
          </p>
          <div className={css.actions}>
            <Button variant="primary" icon="play" onClick={() => setOnce(true)}>
              Load it this once
            </Button>
            <Button variant="secondary" onClick={() => setConsent('youtube', true)}>
              Always load videos from YouTube
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}
