import { type RefObject, useEffect, useState } from 'react';

/** Whether the visitor has had this part of the page on the screen. */
export function useIsSeen(part: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !part.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(part.current);
    return () => observer.disconnect();
  }, [isSeen, part]);
  return isSeen;
}
