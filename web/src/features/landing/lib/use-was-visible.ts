import { type RefObject, useEffect, useState } from 'react';

/** Whether the element has been on screen at least once. */
export function useWasVisible(element: RefObject<Element | null>): boolean {
  const [wasVisible, setWasVisible] = useState(false);
  useEffect(() => {
    if (wasVisible || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setWasVisible(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasVisible, element]);
  return wasVisible;
}
