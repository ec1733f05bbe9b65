import { type RefCallback, useCallback, useState } from 'react';

/** Whether the element with the returned ref is at least `minWidthPx` wide. Updates as it resizes. */
export function useIsWide(minWidthPx: number): [RefCallback<HTMLElement>, boolean] {
  const [isWide, setWide] = useState(true);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      // Measure before the first paint, so that the wrong layout never flashes.
      const measure = () => setWide(element.getBoundingClientRect().width >= minWidthPx);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [minWidthPx],
  );
  return [ref, isWide];
}
