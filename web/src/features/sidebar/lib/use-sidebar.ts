import { useEffect, useState } from 'react';
import { useMediaQuery } from '@/lib/use-media-query';
import { choiceCookie, readChoice } from './sidebar-choice';

/** Narrower than this the sidebar is a drawer. */
const PHONE = '(width < 768px)';

export interface Sidebar {
  readonly isPhone: boolean;
  /** On a wide screen: with words, or icons alone. */
  readonly isExpanded: boolean;
  readonly isDrawerOpen: boolean;
  readonly setDrawerOpen: (isOpen: boolean) => void;
  readonly toggle: () => void;
}

/** Toggled by its button, and with Ctrl or Cmd and B from anywhere. */
export function useSidebar(): Sidebar {
  const isPhone = useMediaQuery(PHONE);
  const [isExpanded, setExpanded] = useState(() => readChoice(document.cookie));
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  if (isDrawerOpen && !isPhone) setDrawerOpen(false);

  useEffect(() => {
    document.cookie = choiceCookie(isExpanded);
  }, [isExpanded]);

  const toggle = () => (isPhone ? setDrawerOpen(!isDrawerOpen) : setExpanded(!isExpanded));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.shiftKey || event.altKey) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return { isPhone, isExpanded, isDrawerOpen, setDrawerOpen, toggle };
}
