import { type MouseEvent, useMemo } from 'react';
import { createTouchGuard } from '#lib/consent/touch-guard.ts';

/** Guards the buttons of one manager against the double fire of a touch. */
export function usePressOnce() {
  return useMemo(() => {
    const counts = createTouchGuard();
    let last: string | undefined;
    return {
      /** Does it unless the press is the second of one tap. What comes without a click, such as Escape, counts. */
      press: (act: () => void) => (event?: MouseEvent) => {
        const { pointerType = '', timeStamp = 0 } = (event?.nativeEvent ?? {}) as Partial<PointerEvent>;
        if (!counts({ pointerType, timeStamp })) return;
        last = pointerType;
        act();
      },
      /** Whether the last press that counted was a touch. */
      wasTouch: () => last === 'touch',
    };
  }, []);
}
