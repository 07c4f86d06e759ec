import { type MouseEvent, useMemo } from 'react';
import { createTouchGuard } from '#lib/consent/touch-guard.ts';

/** Guards the buttons of one manager against the double fire of a touch. */
export function usePressOnce() {
  return useMemo(() => {
    const counts = createTouchGuard();
    let last: { pointerType: string; timeStamp: number } | undefined;
    return {
      /** Does it unless the press is the second of one tap. What comes without a click, such as Escape, counts. */
      press: (act: () => void) => (event?: MouseEvent) => {
        const { pointerType = '', timeStamp = 0 } = (event?.nativeEvent ?? {}) as Partial<PointerEvent>;
        if (!counts({ pointerType, timeStamp })) return;
        last = { pointerType, timeStamp };
        act();
      },
      /** When the last press that counted was made, as its event tells it; undefined where it was no touch. */
      lastTouch: () => (last?.pointerType === 'touch' ? last.timeStamp : undefined),
    };
  }, []);
}
