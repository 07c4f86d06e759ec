import { type MouseEvent, useMemo } from 'react';
import { createTouchGuard } from '#lib/consent/touch-guard.ts';

/** Guards the buttons of one manager against double-fired taps. */
export function usePressOnce() {
  return useMemo(() => {
    const counts = createTouchGuard();
    let last: { pointerType: string; timeStamp: number } | undefined;
    return {
      /**
       * Wraps a handler so that it ignores the second press of a tap. Calls without a click event, such as Escape,
       * pass.
       */
      press: (act: () => void) => (event?: MouseEvent) => {
        const { pointerType = '', timeStamp = 0 } = (event?.nativeEvent ?? {}) as Partial<PointerEvent>;
        if (!counts({ pointerType, timeStamp })) return;
        last = { pointerType, timeStamp };
        act();
      },
      /** timeStamp of the last accepted press if it was a touch, otherwise undefined. */
      lastTouch: () => (last?.pointerType === 'touch' ? last.timeStamp : undefined),
    };
  }, []);
}
