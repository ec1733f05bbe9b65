import { type RefCallback, useCallback, useState } from 'react';

/** Whether a place on the page is at least so many px wide; follows it as it changes. */
export function useIsWide(from: number): [RefCallback<HTMLElement>, boolean] {
  const [isWide, setWide] = useState(true);
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      // Measured at once, so that nothing is painted in the wrong shape.
      const measure = () => setWide(element.getBoundingClientRect().width >= from);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [from],
  );
  return [place, isWide];
}
